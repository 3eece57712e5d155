/**
 * The ledger of use: when each trace, transaction, contract and compiler run was last used, and its size. Eviction goes
 * by it. It is written beside each of these records, in the same transaction, and so is the running total of their table.
 */
import type { NetworkId } from '../core/chain/primitives';
import { withDatabase } from './database';
import type { LoupeDatabase } from './loupe-database';
import { type EvictableTable, usedSize } from './rows/use-row';
import { addToTotal } from './storage-totals';

type Key = readonly [NetworkId, string];

/** The tables that a transaction must name to enter records in the ledger. */
export const LEDGER_TABLES = ['uses', 'storageTotals'] as const;

/** Enters records that were written just now. */
export async function recordUses(
  db: LoupeDatabase,
  table: EvictableTable,
  entries: readonly { key: Key; size: number }[],
): Promise<void> {
  const usedAt = Date.now();
  const before = await db.uses.bulkGet(entries.map(({ key }) => ledgerKey(table, key)));
  await db.uses.bulkPut(entries.map(({ key, size }) => ({ table, key, usedAt, size })));
  const change = { records: 0, bytes: 0 };
  entries.forEach(({ size }, index) => {
    const earlier = before[index];
    if (earlier === undefined) change.records++;
    change.bytes += size - usedSize(earlier);
  });
  await addToTotal(db, table, change);
}

/** Takes out records that were deleted; those that are not in the ledger change nothing. */
export async function forgetUses(db: LoupeDatabase, table: EvictableTable, keys: readonly Key[]): Promise<void> {
  const entered = (await db.uses.bulkGet(keys.map((key) => ledgerKey(table, key)))).filter((row) => row !== undefined);
  await db.uses.bulkDelete(entered.map(({ key }) => ledgerKey(table, key)));
  const bytes = entered.reduce((sum, row) => sum + usedSize(row), 0);
  await addToTotal(db, table, { records: -entered.length, bytes: -bytes });
}

/** Marks kept records as used now, so that others are evicted first. Not inside a live query, which may not write. */
export function touch(table: EvictableTable, keys: readonly Key[]): Promise<void> {
  return withDatabase(undefined, (db) =>
    db.transaction('rw', db.uses, async () => {
      const rows = await db.uses.bulkGet(keys.map((key) => ledgerKey(table, key)));
      const found = rows.filter((row) => row !== undefined);
      await db.uses.bulkPut(found.map((row) => ({ ...row, usedAt: Date.now() })));
    }),
  );
}

export function ledgerKey(table: EvictableTable, key: Key): [string, [number, string]] {
  return [table, [key[0], key[1]]];
}
