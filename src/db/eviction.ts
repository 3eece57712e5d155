/**
 * Eviction by last use. Traces go first, they are by far the largest; then
 * what was compiled of other people's sources, transactions, blocks and
 * contracts. What the reader made (imports, networks, endpoints, preferences) is
 * never evicted.
 */

import { withDatabase } from './database';
import type { LoupeDatabase } from './loupe-database';
import type { EvictableTable, UseRow } from './rows/use-row';

const order: readonly EvictableTable[] = ['traces', 'compilations', 'transactions', 'blocks', 'contracts'];
/** Tables whose records go with those of an evictable one, and have its keys. */
export const besides: Readonly<Record<EvictableTable, readonly string[]>> = {
  traces: ['firstScreens'],
  compilations: [],
  transactions: ['receiptLogs'],
  blocks: [],
  contracts: [],
};
const batch = 200;

/** Deletes least recently used records until `budget` bytes hold. Answers how many records went. */
export function evictOver(budget: number): Promise<number> {
  return withDatabase(0, (db) => evict(db, { budget }));
}

/** Deletes least recently used records until `budget` bytes, or the given share of what is kept now, holds. */
export async function evict(db: LoupeDatabase, bound: { budget: number } | { share: number }): Promise<number> {
  let used = await evictableBytes(db);
  const budget = 'budget' in bound ? bound.budget : used * bound.share;
  let deleted = 0;
  for (const table of order) {
    while (used > budget) {
      const oldest = await db.uses
        .where('[table+usedAt]')
        .between([table, 0], [table, Number.POSITIVE_INFINITY])
        .limit(batch)
        .toArray();
      if (oldest.length === 0) break;
      const going: UseRow[] = [];
      for (const row of oldest) {
        if (used <= budget) break;
        going.push(row);
        used -= row.size;
      }
      await deleteEvictable(db, table, going);
      deleted += going.length;
    }
  }
  return deleted;
}

/** Bytes of all evictable records, estimated. */
export async function evictableBytes(db: LoupeDatabase): Promise<number> {
  let sum = 0;
  await db.uses.each((row) => {
    sum += row.size;
  });
  return sum;
}

async function deleteEvictable(db: LoupeDatabase, table: EvictableTable, rows: readonly UseRow[]): Promise<void> {
  const beside = besides[table];
  await db.transaction('rw', [table, ...beside, 'uses'], async () => {
    // A compiler run goes by its id alone.
    await db.table(table).bulkDelete(rows.map(({ key }) => (table === 'compilations' ? key[1] : key)));
    for (const other of beside) await db.table(other).bulkDelete(rows.map(({ key }) => key));
    await db.uses.bulkDelete(rows.map((row): [string, [number, string]] => [row.table, [row.key[0], row.key[1]]]));
  });
}
