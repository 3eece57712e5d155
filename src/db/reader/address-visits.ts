/** Addresses whose page the reader opened. */
import type { NetworkId } from '../../core/chain/primitives';
import { withDatabase, writeDatabase } from '../database';
import { type AddressVisitRow, fromAddressVisitRow } from '../rows/address-visit-row';
import { readableRows } from '../rows/fields';

/** The most visits that are kept. */
const MAX_VISITS = 200;

/** Reads the last visits to addresses of a network, newest first, one per address. */
export function readAddressVisits(networkId: NetworkId, limit: number): Promise<readonly AddressVisitRow[]> {
  return withDatabase<readonly AddressVisitRow[]>([], async (db) => {
    const newest = db.addressVisits.orderBy('visitedAt').reverse();
    const rows = await newest
      .filter((row) => row.networkId === networkId)
      .limit(limit)
      .toArray();
    return readableRows(rows, fromAddressVisitRow);
  });
}

/** Reads the last visits to addresses of all networks, newest first. Observable by live queries. */
export function readRecentAddresses(limit: number): Promise<readonly AddressVisitRow[]> {
  return withDatabase<readonly AddressVisitRow[]>([], async (db) =>
    readableRows(await db.addressVisits.orderBy('visitedAt').reverse().limit(limit).toArray(), fromAddressVisitRow),
  );
}

/**
 * Keeps a visit in place of an earlier one to the same address, and deletes all but the newest 200. False when storage
 * refused.
 */
export function saveAddressVisit(row: AddressVisitRow): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', db.addressVisits, async () => {
      await db.addressVisits.put(row);
      const old = await db.addressVisits.orderBy('visitedAt').reverse().offset(MAX_VISITS).primaryKeys();
      await db.addressVisits.bulkDelete(old);
    }),
  );
}
