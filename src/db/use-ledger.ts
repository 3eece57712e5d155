/** The ledger of use: what eviction goes by. Written beside each evictable record, in the same transaction. */
import type { NetworkId } from '../core/chain/primitives';
import { withDatabase } from './database';
import type { LoupeDatabase } from './loupe-database';
import type { EvictableTable } from './rows/use-row';

type Key = readonly [NetworkId, string];

/** Enters a record that was written just now. */
export function recordUse(db: LoupeDatabase, table: EvictableTable, key: Key, size: number): PromiseLike<unknown> {
  return db.uses.put({ table, key, usedAt: Date.now(), size });
}

/** Takes records out that were deleted. */
export function forgetUse(db: LoupeDatabase, table: EvictableTable, keys: readonly Key[]): PromiseLike<unknown> {
  return db.uses.bulkDelete(keys.map((key): [string, [number, string]] => [table, [key[0], key[1]]]));
}

/** Marks kept records as used now, so that others are evicted first. Not inside a live query, which may not write. */
export function touch(table: EvictableTable, keys: readonly Key[]): Promise<void> {
  return withDatabase(undefined, (db) =>
    db.transaction('rw', db.uses, async () => {
      const rows = await db.uses.bulkGet(keys.map((key): [string, [number, string]] => [table, [key[0], key[1]]]));
      const found = rows.filter((row) => row !== undefined);
      await db.uses.bulkPut(found.map((row) => ({ ...row, usedAt: Date.now() })));
    }),
  );
}
