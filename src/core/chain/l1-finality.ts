/** How far layer 1 holds a block of a rollup, in words. */
export type L1Finality = { word: string; sentence: string };

const FINAL: L1Finality = {
  word: 'final on layer 1',
  sentence: 'The endpoint calls its block finalized: what layer 1 holds of it cannot change any more.',
};
const SAFE: L1Finality = {
  word: 'safe: published on layer 1',
  sentence: 'The endpoint calls its block safe: layer 1 holds it, in a block that is not final yet.',
};
const UNSAFE: L1Finality = {
  word: 'not on layer 1 yet',
  sentence: 'Only the sequencer says so as yet: the block comes after the newest one that the endpoint calls safe.',
};

/** Returns the words for a block, by the newest ones that an endpoint calls finalized and safe; undefined where it does not state them. */
export function l1FinalityOf(
  block: number,
  { finalized, safe }: { finalized?: number; safe?: number },
): L1Finality | undefined {
  if (finalized !== undefined && block <= finalized) return FINAL;
  if (safe === undefined) return undefined;
  return block <= safe ? SAFE : UNSAFE;
}
