/** The lists that a transfer is in: by its place, and by kind, token, item, sender and receiver. */
import type { Address, NetworkId } from '../../core/chain/primitives';
import { kindOf, type TokenTransfer } from '../../core/tokens/token-transfers';
import type { LoupeDatabase } from '../loupe-database';
import { idsInTransfer, packTransfer, unpackTransfer } from '../rows/token-transfer-row';
import { readAddresses } from './address-ids';
import { type EntryChange, put, remove } from './change-lists';
import { entriesOfBlocks } from './entries-of-blocks';
import type { ListEntry } from './leaf';
import { type ListName, listNames, placeOrder } from './list-names';
import { packInteger } from './packed-text';

/** Returns the changes that write a transfer into its lists (`sign` 1) or delete it from them (`sign` -1). */
export function listingOf(
  networkId: NetworkId,
  transfer: TokenTransfer,
  idOf: (address: Address) => number,
  sign: 1 | -1,
): readonly EntryChange[] {
  const kind = kindOf(transfer.standard);
  const token = idOf(transfer.token);
  const place = placeOrder({ blockNumber: transfer.blockNumber, index: transfer.position });
  const lists: [list: ListName, order: string][] = [
    [listNames.transfersOfKind(networkId, kind), place],
    [listNames.transfersOfToken(networkId, token), place],
    ...[...new Set([transfer.from, transfer.to])].map((party): [ListName, string] => [
      listNames.transfersOfAddress(networkId, idOf(party), kind),
      place,
    ]),
  ];
  if (transfer.tokenId !== undefined) {
    lists.push([listNames.transfersOfItems(networkId, token), packInteger(transfer.tokenId) + place]);
  }
  const all = listNames.transfers(networkId);
  return [
    sign === 1 ? put(all, place, packTransfer(transfer, idOf)) : remove(all, place),
    ...lists.map(([list, order]) => (sign === 1 ? put(list, order) : remove(list, order))),
  ];
}

/** Returns the transfers of a range of blocks, `end` not included. */
export async function transfersOfBlocks(
  db: LoupeDatabase,
  networkId: NetworkId,
  first: number,
  end: number,
): Promise<readonly TokenTransfer[]> {
  const found = await entriesOfBlocks(db, listNames.transfers(networkId), first, end);
  return readable(await unpackTransfers(db, found));
}

/** Returns the transfers of entries, undefined for damaged ones. */
export async function unpackTransfers(
  db: LoupeDatabase,
  entries: readonly ListEntry[],
): Promise<readonly (TokenTransfer | undefined)[]> {
  const addresses = await readAddresses(
    db,
    entries.flatMap(({ payload }) => idsInTransfer(payload)),
  );
  return entries.map(({ order, payload }) => unpackTransfer(order, payload, (id) => addresses.get(id)));
}

function readable<T>(found: readonly (T | undefined)[]): readonly T[] {
  return found.filter((each) => each !== undefined);
}
