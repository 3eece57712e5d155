/** Transactions the reader opened. */
import { withDatabase, writeDatabase } from './database';
import type { VisitRow } from './schema';

/** Visits that are kept. */
const most = 200;

/** The last visits, newest first, one per transaction. */
export function readVisits(limit: number): Promise<readonly VisitRow[]> {
  return withDatabase<readonly VisitRow[]>([], (db) => db.visits.orderBy('visitedAt').reverse().limit(limit).toArray());
}

/** Keeps a visit in place of an earlier one of the transaction, and drops the oldest of more than 200. */
export function saveVisit(row: VisitRow): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', db.visits, async () => {
      await db.visits.put(row);
      const old = await db.visits.orderBy('visitedAt').reverse().offset(most).primaryKeys();
      await db.visits.bulkDelete(old);
    }),
  );
}

export function clearVisits(): Promise<void> {
  return withDatabase(undefined, (db) => db.visits.clear());
}
