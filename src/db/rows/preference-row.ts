/** Table `preferences`: the reader's choices. `preferences.ts` checks a value by its key. */
export type PreferenceRow = { key: string; value: unknown };
