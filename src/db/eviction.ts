/**
 * What is dropped when the budget is exceeded: the least recently used first. Traces go before all else, they are by far
 * the largest; then what was compiled of other people's sources, transactions, ranges of blocks with what lists have of
 * them, and contracts. Ranges of blocks have at most half of the budget, so that an index does not drive traces out, and
 * traces do not drive out an index.
 *
 * What the reader made (imports, networks, endpoints, labels, notes, preferences) is never dropped. Sizes are running
 * totals: deciding that nothing has to go reads one row per kind.
 */
import { deleteBlocksOfRange } from './blocks';
import { withDatabase } from './database';
import { unindexRange } from './index-progress';
import type { LoupeDatabase } from './loupe-database';
import { fromBlockRangeRow, RANGE_BLOCKS, RANGED_KINDS } from './rows/block-range-row';
import type { TotalKind } from './rows/storage-total-row';
import { type EvictableTable, type UseRow, usedSize } from './rows/use-row';
import { addToTotal, readTotals } from './storage-totals';
import { deleteSummariesOfRange } from './transaction-summaries';
import { forgetUses, LEDGER_TABLES } from './use-ledger';

const ORDER: readonly (EvictableTable | 'ranges')[] = ['traces', 'compilations', 'transactions', 'ranges', 'contracts'];
/** The part of the budget that ranges of blocks may take. */
const RANGES_SHARE = 0.5;
/** Records that are dropped in one transaction. */
const BATCH = 200;

/** Tables whose records are dropped with those of an evictable one, and have its keys. */
export const COMPANION_TABLES: Readonly<Record<EvictableTable, readonly string[]>> = {
  traces: ['traceChecks', 'firstScreenCache'],
  compilations: [],
  transactions: ['receiptLogs'],
  contracts: [],
};

/**
 * Tables that are dropped by ranges of blocks. A table joins with a function that deletes its rows of a range, given the
 * first block and the block after the last; its writes go through `recordBlockChanges`.
 */
const RANGED: readonly {
  tables: readonly string[];
  deleteRange(db: LoupeDatabase, networkId: number, first: number, end: number): Promise<void>;
}[] = [
  // First, because what it has of a block is counted by the block's summary.
  { tables: ['indexProgress', 'packedLists', 'addressIds'], deleteRange: unindexRange },
  { tables: ['blocks', 'blockSummaries'], deleteRange: deleteBlocksOfRange },
  { tables: ['transactionSummaries', 'packedLists', 'addressIds'], deleteRange: deleteSummariesOfRange },
];

/** Deletes the least recently used records until the rest fits in `budget` bytes. Returns how many were deleted. */
export function evictOver(budget: number): Promise<number> {
  return withDatabase(0, (db) => evict(db, { budget }));
}

/** Drops what is least recently used until `budget` bytes, or the given share of what is kept now, holds. */
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

/** Drops the least recently used records of a table, until `over` bytes are free or none are left. */
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
    dropped.records += going.length;
  }
  return dropped;
}

async function deleteRecords(db: LoupeDatabase, table: EvictableTable, rows: readonly UseRow[]): Promise<void> {
  const companions = COMPANION_TABLES[table];
  await db.transaction('rw', [table, ...companions, ...LEDGER_TABLES], async () => {
    // A compiler run has its id alone as its key.
    await db.table(table).bulkDelete(rows.map(({ key }) => (table === 'compilations' ? key[1] : key)));
    for (const companion of companions) await db.table(companion).bulkDelete(rows.map(({ key }) => key));
    await forgetUses(
      db,
      table,
      rows.map(({ key }) => key),
    );
  });
}

/** Drops the least recently used ranges of blocks, until `over` bytes are free or none are left. */
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
      return sum;
    });
    if (size === undefined) break;
    dropped.records += size.records;
    dropped.bytes += size.bytes;
  }
  return dropped;
}
