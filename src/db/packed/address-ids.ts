/** Address ids: the short numbers that stand for addresses in packed lists (`rows/address-id-row.ts`). */

import { bytesToAddress, hexToBytes } from '../../core/chain/hex';
import type { Address } from '../../core/chain/primitives';
import type { LoupeDatabase } from '../loupe-database';
import { ADDRESS_LENGTH } from './packed-text';

/** Finds the id of an address; undefined where no list names it. Observable by live queries. */
export async function findAddressId(db: LoupeDatabase, address: Address): Promise<number | undefined> {
  const [id] = await db.addressIds.where('address').equals(hexToBytes(address).buffer).primaryKeys();
  return id;
}

/** Reads the addresses of ids. The map lacks ids that are unknown or damaged. Observable by live queries. */
export async function readAddresses(db: LoupeDatabase, ids: readonly number[]): Promise<ReadonlyMap<number, Address>> {
  const asked = [...new Set(ids)];
  const rows = await db.addressIds.bulkGet(asked);
  const found = new Map<number, Address>();
  rows.forEach((row, at) => {
    const id = asked[at];
    const isSound = row?.address instanceof ArrayBuffer && row.address.byteLength === ADDRESS_LENGTH;
    if (id !== undefined && isSound) found.set(id, bytesToAddress(new Uint8Array(row.address)));
  });
  return found;
}

/**
 * Returns a function from these addresses to their ids. An address without an id gets one. Call it within a transaction
 * that writes `addressIds`.
 */
export async function giveAddressIds(
  db: LoupeDatabase,
  addresses: Iterable<Address>,
): Promise<(address: Address) => number> {
  const asked = [...new Set(addresses)];
  const bytes = asked.map((address) => hexToBytes(address).buffer);
  const known = await db.idsOfAddresses(bytes);
  const missing = bytes.filter((_, at) => known[at] === undefined);
  const given = await db.addressIds.bulkAdd(
    missing.map((address) => ({ address })),
    { allKeys: true },
  );
  const ids = new Map<Address, number>();
  let next = 0;
  asked.forEach((address, at) => {
    ids.set(address, known[at] ?? given[next++] ?? 0);
  });
  return (address) => ids.get(address) ?? 0;
}
