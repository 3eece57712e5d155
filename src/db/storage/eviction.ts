/**
 * Deletes records when they exceed the budget, the least recently used first. Traces are deleted before all other
 * kinds, because they are by far the largest; then compiler runs of fetched sources, transactions, ranges of blocks
 * with their rows in lists, and contracts. Ranges of blocks take at most half of the budget, so that an index does not
 * evict traces, and traces do not evict an index.
 *
 * What the reader made (imports, networks, endpoints, labels, notes, preferences) is never deleted. Sizes are running
 * totals, so finding that nothing must be deleted reads one row per kind.
 */

import { dropScreensOf } from '../cache-storage/kept-screens';
import { deleteBlocksOfRange } from '../chain/blocks';
import { deleteSummariesOfRange } from '../chain/transaction-summaries';
import { unindexRange } from '../chain-index/index-progress';
import { withDatabase } from '../database';
import type { LoupeDatabase } from '../loupe-database';
import { fromBlockRangeRow, RANGE_BLOCKS, RANGED_KINDS } from '../rows/block-range-row';
import type { TotalKind } from '../rows/storage-total-row';
import { type EvictableTable, type UseRow, usedSize } from '../rows/use-row';
import { addToTotal, readTotals } from './storage-totals';
import { forgetUses, LEDGER_TABLES } from './use-ledger';

const ORDER: readonly (EvictableTable | 'ranges')[] = ['traces', 'compilations', 'transactions', 'ranges', 'contracts'];
/** The share of the budget that ranges of blocks may take. */
const RANGES_SHARE = 0.5;
/** Number of records that are deleted in one transaction. */
const BATCH = 200;

/** For each evictable table, the tables with the same keys whose records are deleted with its records. */
export const COMPANION_TABLES: Readonly<Record<EvictableTable, readonly string[]>> = {
  traces: ['traceChecks', 'firstScreenCache'],
  compilations: [],
  transactions: ['receiptLogs'],
  contracts: [],
};

/**
 * Tables whose rows are deleted by ranges of blocks. A table joins with a function that deletes its rows of a range,
 * given the first block and the block after the last; writes to it call `recordBlockChanges`.
 */
const RANGED: readonly {
  tables: readonly string[];
  deleteRange(db: LoupeDatabase, networkId: number, first: number, end: number): Promise<void>;
}[] = [
  // The index comes first: it counts its transactions by the summaries of blocks, which the next entry deletes.
  { tables: ['indexProgress', 'packedLists', 'addressIds'], deleteRange: unindexRange },
  { tables: ['blocks', 'blockSummaries'], deleteRange: deleteBlocksOfRange },
  { tables: ['transactionSummaries', 'packedLists', 'addressIds'], deleteRange: deleteSummariesOfRange },
];

/** Deletes the least recently used records until the rest fits in `budget` bytes. Returns how many were deleted. */
export function evictOver(budget: number): Promise<number> {
  return withDatabase(0, (db) => evict(db, { budget }));
}

/**
 * Deletes the least recently used records until the rest fits in `budget` bytes, or in the given share (0 to 1) of what
 * is kept now. Returns how many were deleted.
 */
export async function evict(db: LoupeDatabase, bound: { budget: number } | { share: number }): Promise<number> {
  const totals = await readTotals(db);
  const bytesOf = (kinds: Iterable<TotalKind>) =>
    [...kinds].reduce((sum, kind) => sum + (totals.get(kind)?.bytes ?? 0), 0);
  const used = bytesOf(totals.keys());
  const budget = 'budget' in bound ? bound.budget : used * bound.share;
  const ranges = await evictRanges(db, bytesOf(RANGED_KINDS) - budget * RANGES_SHARE);
  let over = used - ranges.bytes - budget;
  let records = ranges.records;
  for (const table of ORDER) {
    if (over <= 0) break;
    const dropped = table === 'ranges' ? await evictRanges(db, over) : await evictRecords(db, table, over);
    over -= dropped.bytes;
    records += dropped.records;
  }
  return records;
}

/**
 * Deletes the least recently used records of a table, until `over` bytes are free or none are left. Returns what was
 * deleted.
 */
async function evictRecords(db: LoupeDatabase, table: EvictableTable, over: number) {
  const dropped = { records: 0, bytes: 0 };
  while (dropped.bytes < over) {
    const oldest = await db.uses
      .where('[table+usedAt]')
      .between([table, 0], [table, Number.POSITIVE_INFINITY])
      .limit(BATCH)
      .toArray();
    if (oldest.length === 0) break;
    const going: UseRow[] = [];
    for (const row of oldest) {
      if (dropped.bytes >= over) break;
      going.push(row);
      dropped.bytes += usedSize(row);
    }
    await deleteRecords(db, table, going);
    await dropScreensOf(going.map(({ key }) => key[1]));
    dropped.records += going.length;
  }
  return dropped;
}

async function deleteRecords(db: LoupeDatabase, table: EvictableTable, rows: readonly UseRow[]): Promise<void> {
  const companions = COMPANION_TABLES[table];
  await db.transaction('rw', [table, ...companions, ...LEDGER_TABLES], async () => {
    // The primary key of a compiler run is its id alone.
    await db.table(table).bulkDelete(rows.map(({ key }) => (table === 'compilations' ? key[1] : key)));
    for (const companion of companions) await db.table(companion).bulkDelete(rows.map(({ key }) => key));
    await forgetUses(
      db,
      table,
      rows.map(({ key }) => key),
    );
  });
}

/**
 * Deletes the least recently used ranges of blocks, until `over` bytes are free or none are left. Returns what was
 * deleted.
 */
async function evictRanges(db: LoupeDatabase, over: number) {
  const dropped = { records: 0, bytes: 0 };
  while (dropped.bytes < over) {
    const tables = [...new Set(['blockRanges', 'storageTotals', ...RANGED.flatMap((each) => each.tables)])];
    const size = await db.transaction('rw', tables, async () => {
      const range = await db.blockRanges.orderBy('usedAt').first();
      if (range === undefined) return undefined;
      const { networkId, start } = range;
      for (const { deleteRange } of RANGED) await deleteRange(db, networkId, start, start + RANGE_BLOCKS);
      await db.blockRanges.delete([networkId, start]);
      const sum = { records: 0, bytes: 0 };
      for (const kind of RANGED_KINDS) {
        const { records, bytes } = fromBlockRangeRow(range)?.[kind] ?? { records: 0, bytes: 0 };
        await addToTotal(db, kind, { records: -records, bytes: -bytes });
        sum.records += records;
        sum.bytes += bytes;
      }
      return { ...sum, start };
    });
    if (size === undefined) break;
    await dropScreensOf(Array.from({ length: RANGE_BLOCKS }, (_, at) => String(size.start + at)));
    dropped.records += size.records;
    dropped.bytes += size.bytes;
  }
  return dropped;
}
