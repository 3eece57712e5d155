/** Returns the first entry that is in force at `now` of entries with the block or second they begin at, newest first; undefined before all of them. */
export function ruleAt<Rule>(entries: readonly (readonly [Rule, number])[], now: number): Rule | undefined {
  return entries.find(([, since]) => now >= since)?.[0];
}
