/**
 * Table `blockRanges`: how much is kept of each range of blocks. Rows that belong to a block are not in the ledger of
 * use: they are counted here, and deleted a range at a time.
 */
import * as v from 'valibot';
import { networkId, rowReader } from './fields';

/**
 * Number of blocks in a range: few enough that deleting one is quick, many enough that a million blocks have few
 * ranges.
 */
export const RANGE_BLOCKS = 100;

/**
 * Groups of tables that are deleted by ranges: blocks with their summaries; listed transactions with their activity.
 */
export const RANGED_KINDS = ['blocks', 'lists'] as const;
export type RangedKind = (typeof RANGED_KINDS)[number];

/** Records and bytes; bytes are estimated. */
export type Size = { records: number; bytes: number };

const size = v.object({ records: v.number(), bytes: v.number() });
const row = v.object({
  networkId,
  /** First block of the range. */
  start: v.number(),
  /** Milliseconds since the epoch. */
  usedAt: v.number(),
  blocks: size,
  lists: size,
});

export type BlockRangeRow = v.InferOutput<typeof row>;

true satisfies BlockRangeRow extends Record<RangedKind, Size> ? true : false;

/** Undefined where the row is damaged. */
export const fromBlockRangeRow = rowReader(row);

/** Returns the first block of the range that a block is in. */
export function rangeStart(blockNumber: number): number {
  return blockNumber - (blockNumber % RANGE_BLOCKS);
}
