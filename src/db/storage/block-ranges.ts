/**
 * The sizes of ranges of blocks, and their totals. A size is changed in the transaction that writes the rows that it
 * counts.
 */
import type { NetworkId } from '../../core/chain/primitives';
import type { LoupeDatabase } from '../loupe-database';
import { type BlockRangeRow, fromBlockRangeRow, type RangedKind, rangeStart, type Size } from '../rows/block-range-row';
import { addToTotal, sumSizes } from './storage-totals';

/** The tables that a transaction must name to change the size of ranges. */
export const RANGE_TABLES = ['blockRanges', 'storageTotals'] as const;

/** A change of the size of what is kept of a block. */
export type BlockChange = { blockNumber: number } & Size;

/**
 * Adds changes to the ranges of their blocks and to the total of the kind. `usedAt` says when the ranges were used,
 * milliseconds since the epoch. It never makes a range older; undefined leaves the time of the range as it is.
 */
export async function recordBlockChanges(
  db: LoupeDatabase,
  kind: RangedKind,
  networkId: NetworkId,
  changes: readonly BlockChange[],
  usedAt: number | undefined,
): Promise<void> {
  const byStart = new Map<number, Size>();
  for (const { blockNumber, records, bytes } of changes) {
    const start = rangeStart(blockNumber);
    byStart.set(start, sumSizes(byStart.get(start) ?? EMPTY, { records, bytes }));
  }
  const starts = [...byStart.keys()];
  const kept = await db.blockRanges.bulkGet(starts.map((start): [number, number] => [networkId, start]));
  let total = EMPTY;
  const rows = starts.map((start, index): BlockRangeRow => {
    const before = fromBlockRangeRow(kept[index]) ?? emptyRange(networkId, start);
    const sum = sumSizes(before[kind], byStart.get(start) ?? EMPTY);
    // Versions of the app estimate the size of list rows differently, so a remainder may be left: a range without a row
    // has size 0.
    const after = kind === 'lists' && sum.records === 0 ? EMPTY : sum;
    total = sumSizes(total, {
      records: after.records - before[kind].records,
      bytes: after.bytes - before[kind].bytes,
    });
    return { ...before, usedAt: Math.max(before.usedAt, usedAt ?? 0), [kind]: after };
  });
  await db.blockRanges.bulkPut(rows);
  await addToTotal(db, kind, total);
}

const EMPTY: Size = { records: 0, bytes: 0 };

function emptyRange(networkId: NetworkId, start: number): BlockRangeRow {
  return { networkId, start, usedAt: 0, blocks: EMPTY, lists: EMPTY };
}
