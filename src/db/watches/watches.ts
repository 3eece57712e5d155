/** The reader's watches and their finds. Watches are never evicted; only the newest finds are kept. */
import type { NetworkId } from '../../core/chain/primitives';
import type { Watch, WatchId } from '../../core/watch/watch';
import { withDatabase, writeDatabase } from '../database';
import { readableRows } from '../rows/fields';
import {
  fromWatchMatchRow,
  fromWatchProgressRow,
  fromWatchRow,
  type WatchMatchRow,
  type WatchProgress,
} from '../rows/watch-row';

/** Reads all watches, or those of one network, the oldest first. */
export function readWatches(networkId?: NetworkId): Promise<readonly Watch[]> {
  return withDatabase<readonly Watch[]>([], async (db) => {
    const rows = await (networkId === undefined ? db.watches.toArray() : db.watches.where({ networkId }).toArray());
    return [...readableRows(rows, fromWatchRow)].sort((a, b) => a.createdAt - b.createdAt);
  });
}

/** Keeps a watch in place of an earlier version of it; false when storage refused. */
export function saveWatch({ condition, scope, ...watch }: Watch): Promise<boolean> {
  return writeDatabase((db) =>
    db.watches.put({
      ...watch,
      scope: scope.of === 'addresses' ? { ...scope, addresses: [...scope.addresses] } : scope,
      condition: condition.on === 'callers' ? { ...condition, callers: [...condition.callers] } : condition,
    }),
  );
}

/** Deletes a watch and its finds; false when storage refused. */
export function deleteWatch(id: WatchId): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', db.watches, db.watchMatches, async () => {
      await db.watches.delete(id);
      await db.watchMatches.where('[watchId+key]').between([id, ''], [id, '\uffff']).delete();
    }),
  );
}

/** Reads the last `limit` finds, newest first, of all watches or of the given ones. */
export function readMatches(limit: number, watches?: readonly WatchId[]): Promise<readonly WatchMatchRow[]> {
  return withDatabase<readonly WatchMatchRow[]>([], async (db) => {
    const newest = db.watchMatches.orderBy('foundAt').reverse();
    const wanted = watches && new Set(watches);
    const chosen = wanted === undefined ? newest : newest.filter((row) => wanted.has(row.watchId));
    return readableRows(await chosen.limit(limit).toArray(), fromWatchMatchRow);
  });
}

/** Reads how far watches have looked at the chain of a network; undefined where they have not yet. */
export async function readWatchProgress(networkId: NetworkId): Promise<WatchProgress | undefined> {
  return fromWatchProgressRow(await withDatabase(undefined, (db) => db.watchProgress.get(networkId)));
}

/** Finds of a network that the reader was not told of, at most `limit`, the oldest first. */
export function readUntold(networkId: NetworkId, limit: number): Promise<readonly WatchMatchRow[]> {
  return withDatabase<readonly WatchMatchRow[]>([], async (db) => {
    const rows = await db.watchMatches.where({ networkId, told: 0 }).sortBy('foundAt');
    return readableRows(rows.slice(0, limit), fromWatchMatchRow);
  });
}

/** Marks finds as told, with the reason where a webhook failed; false when storage refused. */
export function markTold(rows: readonly Pick<WatchMatchRow, 'watchId' | 'key' | 'webhookFailure'>[]): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', db.watchMatches, async () => {
      for (const { watchId, key, webhookFailure } of rows) {
        await db.watchMatches.update([watchId, key], {
          told: 1,
          ...(webhookFailure !== undefined && { webhookFailure }),
        });
      }
    }),
  );
}
