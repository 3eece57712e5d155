/** Transactions the reader opened. */
import { withDatabase, writeDatabase } from '../database';
import { readableRows } from '../rows/fields';
import { fromVisitRow, type VisitRow } from '../rows/visit-row';

/** The most visits that are kept. */
const MAX_VISITS = 200;

/** Reads the last visits, newest first, one per transaction. */
export function readVisits(limit: number): Promise<readonly VisitRow[]> {
  return withDatabase<readonly VisitRow[]>([], async (db) => {
    const rows = await db.visits.orderBy('visitedAt').reverse().limit(limit).toArray();
    return readableRows(rows, fromVisitRow);
  });
}

/**
 * Keeps a visit in place of an earlier one to the same transaction, and deletes all but the newest 200. False when
 * storage refused.
 */
export function saveVisit(row: VisitRow): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', db.visits, async () => {
      await db.visits.put(row);
      const old = await db.visits.orderBy('visitedAt').reverse().offset(MAX_VISITS).primaryKeys();
      await db.visits.bulkDelete(old);
    }),
  );
}

/** Deletes all visits to transactions and addresses. */
export function clearVisits(): Promise<void> {
  return withDatabase(undefined, (db) =>
    db.transaction('rw', db.visits, db.addressVisits, async () => {
      await db.visits.clear();
      await db.addressVisits.clear();
    }),
  );
}
