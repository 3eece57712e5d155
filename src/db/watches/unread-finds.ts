/**
 * Finds of watches that the reader has not looked at. The reader looks at a find where the finds of its watch are
 * listed.
 */
import type { WatchId } from '../../core/watch/watch';
import { withDatabase } from '../database';
import { readPreference, savePreference } from '../reader/preferences';

/** The largest number that `countUnread` returns. */
export const MAX_UNREAD = 100;

/** The key of the time that holds for all watches. */
const ALL = '';

/**
 * Returns the number of finds that the reader has not looked at, at most `MAX_UNREAD`. Finds that a reorganisation
 * took back, and those of watches that are gone, which no list shows, are not counted.
 */
export function countUnread(): Promise<number> {
  return withDatabase(0, async (db) => {
    const seen = await readPreference('findsSeen');
    const watches = new Set<string>(await db.watches.toCollection().primaryKeys());
    return db.watchMatches
      .where('foundAt')
      .above(seen[ALL] ?? 0)
      .and(({ watchId, foundAt, isGone }) => !isGone && watches.has(watchId) && foundAt > (seen[watchId] ?? 0))
      .limit(MAX_UNREAD)
      .count();
  });
}

/**
 * Keeps that the reader looked at the finds of these watches up to `time`, milliseconds since the epoch. The earliest
 * time of all watches is kept once for all of them, and counting begins there. False when storage refused.
 */
export async function markSeen(watches: readonly WatchId[], time: number): Promise<boolean> {
  const ids = await withDatabase<readonly string[]>([], (db) => db.watches.toCollection().primaryKeys());
  const before = await readPreference('findsSeen');
  const looked = new Set<string>(watches);
  const all = before[ALL] ?? 0;
  const times = ids.map((id) => [id, Math.max(all, before[id] ?? 0, looked.has(id) ? time : 0)] as const);
  const least = Math.min(...times.map(([, seen]) => seen));
  const later = times.filter(([, seen]) => seen > least);
  return ids.length === 0 || savePreference('findsSeen', { [ALL]: least, ...Object.fromEntries(later) });
}
