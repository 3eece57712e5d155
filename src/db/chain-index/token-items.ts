/** The items of collections. Their entries change in the transaction that changes balances. */
import type { Address, NetworkId } from '../../core/chain/primitives';
import { withDatabase } from '../database';
import { boundedLimit, type ListPage, type PageRequest } from '../list-page';
import type { LoupeDatabase } from '../loupe-database';
import { findAddressId, readAddresses } from '../packed/address-ids';
import type { EntryChange } from '../packed/change-lists';
import type { ListEntry } from '../packed/leaf';
import { listNames } from '../packed/list-names';
import { countEntries, readEntries, readPayloads } from '../packed/packed-lists';
import { PackedReader, packInteger } from '../packed/packed-text';
import { packItemCount, unpackItemCount } from '../rows/token-item-row';

/** An item as lists show it. */
export type TokenItem = {
  token: Address;
  tokenId: bigint;
  /** Number of holders. */
  owners: number;
  /** The holder with the largest amount; the owner for an ERC-721. */
  owner: Address | undefined;
  /** The sum of what its holders have, by the indexed transfers. */
  supply: bigint;
};

/**
 * The amount that a holder has of a token, or of one of its items, before and after a write. `token` is an address id.
 */
type BalanceChange = { token: number; tokenId: bigint | undefined; before: bigint; after: bigint };

/**
 * Returns the changes of the lists of items that follow from changed balances. Deletes the entry of an item without
 * owners and supply.
 */
export function itemChanges(networkId: NetworkId, moved: readonly BalanceChange[]): readonly EntryChange[] {
  const items = new Map<string, { token: number; tokenId: bigint; owners: number; supply: bigint }>();
  for (const { token, tokenId, before, after } of moved) {
    if (tokenId === undefined) continue;
    const name = `${token} ${tokenId}`;
    const item = items.get(name) ?? { token, tokenId, owners: 0, supply: 0n };
    item.owners += Number(after > 0n) - Number(before > 0n);
    item.supply += after - before;
    items.set(name, item);
  }
  const changed = [...items.values()].filter(({ owners, supply }) => owners !== 0 || supply !== 0n);
  return changed.map(({ token, tokenId, owners, supply }) => ({
    list: listNames.items(networkId, token),
    order: packInteger(tokenId),
    becomes: (payload) => {
      const before = unpackItemCount(payload ?? '') ?? { owners: 0, supply: 0n };
      const after = { owners: Math.max(0, before.owners + owners), supply: before.supply + supply };
      return after.owners === 0 && after.supply === 0n ? null : packItemCount(after);
    },
  }));
}

/** A cursor: the id of an item, in hex. */
const CURSOR = /^[0-9a-f]{1,64}$/;

/** Reads the items of a collection that have a holder, in the order of their ids. Observable by live queries. */
export function readInventory(
  networkId: NetworkId,
  token: Address,
  { cursor = '', limit }: PageRequest,
): Promise<ListPage<TokenItem>> {
  return withDatabase<ListPage<TokenItem>>({ rows: [] }, async (db) => {
    const id = await findAddressId(db, token);
    if (id === undefined) return { rows: [] };
    const list = listNames.items(networkId, id);
    const size = boundedLimit(limit);
    const found: ListEntry[] = [];
    let after = CURSOR.test(cursor) ? packInteger(BigInt(`0x${cursor}`)) : undefined;
    // Items without a holder lie between the others, so a read may return too few.
    while (found.length <= size) {
      const entries = await readEntries(db, list, { after, limit: size + 1 });
      found.push(...entries.filter(isHeld));
      after = entries.at(-1)?.order;
      if (entries.length <= size) break;
    }
    const shown = found.slice(0, size);
    const owners = await firstOwners(
      db,
      networkId,
      id,
      shown.map(({ order }) => order),
    );
    const last = found[size - 1];
    return {
      rows: shown.map((entry, at) => toItem(token, entry, owners[at])).filter((item) => item !== undefined),
      ...(found.length > size && last !== undefined && { next: idOf(last.order)?.toString(16) ?? '' }),
    };
  });
}

/** Reads one item; undefined where the index has no transfer of it, or it has no holder. Observable by live queries. */
export function readItem(networkId: NetworkId, token: Address, tokenId: bigint): Promise<TokenItem | undefined> {
  return withDatabase<TokenItem | undefined>(undefined, async (db) => {
    const id = await findAddressId(db, token);
    if (id === undefined) return undefined;
    const order = packInteger(tokenId);
    const [payload = ''] = await readPayloads(db, listNames.items(networkId, id), [order]);
    if (!isHeld({ order, payload })) return undefined;
    const [owner] = await firstOwners(db, networkId, id, [order]);
    return toItem(token, { order, payload }, owner);
  });
}

/** Returns the number of items of a collection that have a holder. Linear in all its items. Observable by live queries. */
export function countItems(networkId: NetworkId, token: Address): Promise<number> {
  return withDatabase(0, async (db) => {
    const id = await findAddressId(db, token);
    return id === undefined ? 0 : countEntries(db, listNames.items(networkId, id), { counts: isHeld });
  });
}

function isHeld({ payload }: ListEntry): boolean {
  return (unpackItemCount(payload)?.owners ?? 0) > 0;
}

function idOf(order: string): bigint | undefined {
  return new PackedReader(order).bigint();
}

function toItem(token: Address, { order, payload }: ListEntry, owner: Address | undefined): TokenItem | undefined {
  const count = unpackItemCount(payload);
  const tokenId = idOf(order);
  return count && tokenId !== undefined ? { token, tokenId, owner, ...count } : undefined;
}

/** The holder with the largest amount of each of these items of a collection. */
async function firstOwners(
  db: LoupeDatabase,
  networkId: NetworkId,
  token: number,
  orders: readonly string[],
): Promise<readonly (Address | undefined)[]> {
  const list = listNames.holdersOfItems(networkId, token);
  const firsts = await Promise.all(orders.map((prefix) => readEntries(db, list, { prefix, limit: 1 })));
  const ids = firsts.map(([first], at) => {
    const reader = new PackedReader(first?.order ?? '', orders[at]?.length);
    reader.descending();
    return reader.id() ?? 0;
  });
  const addresses = await readAddresses(db, ids);
  return ids.map((id) => addresses.get(id));
}
