/**
 * The ledger of use: when each trace, transaction, contract and compiler run was last used, and its size. Eviction
 * reads it. An entry, and the running total of its table, are written in the transaction that writes the record.
 */
import type { NetworkId } from '../../core/chain/primitives';
import { withDatabase } from '../database';
import type { LoupeDatabase } from '../loupe-database';
import { type EvictableTable, usedSize } from '../rows/use-row';
import { addToTotal } from './storage-totals';

type Key = readonly [NetworkId, string];

/** The network in the entries of compiler runs, which belong to no network. */
export const NOWHERE = 0 as NetworkId;

/** The tables that a transaction must name to enter records in the ledger. */
export const LEDGER_TABLES = ['uses', 'storageTotals'] as const;

/** Enters records as used now, in place of earlier entries. */
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

/** Deletes the entries of records that were deleted. Records without an entry change nothing. */
export async function forgetUses(db: LoupeDatabase, table: EvictableTable, keys: readonly Key[]): Promise<void> {
  const entered = (await db.uses.bulkGet(keys.map((key) => ledgerKey(table, key)))).filter((row) => row !== undefined);
  await db.uses.bulkDelete(entered.map(({ key }) => ledgerKey(table, key)));
  const bytes = entered.reduce((sum, row) => sum + usedSize(row), 0);
  await addToTotal(db, table, { records: -entered.length, bytes: -bytes });
}

/**
 * Marks kept records as used now, so that others are evicted first. A live query must not call it, because it writes.
 */
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
