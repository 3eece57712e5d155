/** The sizes of block ranges and of all of them together. Changes are part of a write to the rows they count. */
import type { NetworkId } from '../core/chain/primitives';
import type { LoupeDatabase } from './loupe-database';
import { type BlockRangeRow, fromBlockRangeRow, type RangedKind, rangeStart, type Size } from './rows/block-range-row';
import { addToTotal, sumSizes } from './storage-totals';

/** The tables that a transaction must name to change the size of ranges. */
export const RANGE_TABLES = ['blockRanges', 'storageTotals'] as const;

/** How the size of what is kept at a block changed. */
export type BlockChange = { blockNumber: number } & Size;

/**
 * Adds changes to the ranges of their blocks and to the total of the kind. `usedAt` says how recently the ranges were
 * used, milliseconds since the epoch; it never makes a range older. Undefined where nothing of them was used.
 */
export async function recordBlockChanges(
  db: LoupeDatabase,
  kind: RangedKind,
  networkId: NetworkId,
  changes: readonly BlockChange[],
  usedAt: number | undefined,
): Promise<void> {
  const byStart = new Map<number, Size>();
  let total: Size = { records: 0, bytes: 0 };
  for (const { blockNumber, records, bytes } of changes) {
    const start = rangeStart(blockNumber);
    byStart.set(start, sumSizes(byStart.get(start) ?? { records: 0, bytes: 0 }, { records, bytes }));
    total = sumSizes(total, { records, bytes });
  }
  const starts = [...byStart.keys()];
  const kept = await db.blockRanges.bulkGet(starts.map((start): [number, number] => [networkId, start]));
  await db.blockRanges.bulkPut(
    starts.map((start, index): BlockRangeRow => {
      const before = fromBlockRangeRow(kept[index]) ?? emptyRange(networkId, start);
      const change = byStart.get(start) ?? { records: 0, bytes: 0 };
      return { ...before, usedAt: Math.max(before.usedAt, usedAt ?? 0), [kind]: sumSizes(before[kind], change) };
    }),
  );
  await addToTotal(db, kind, total);
}

function emptyRange(networkId: NetworkId, start: number): BlockRangeRow {
  return { networkId, start, usedAt: 0, blocks: { records: 0, bytes: 0 }, lists: { records: 0, bytes: 0 } };
}
