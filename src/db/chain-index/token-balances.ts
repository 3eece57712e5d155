/**
 * Sums of indexed transfers by holder: of each token, and of each item. They are balances only where the index has all
 * transfers of the token; where it begins later, sums may be too small, and even negative. They change in the transaction
 * that writes or deletes transfers.
 */
import type { Address, NetworkId } from '../../core/chain/primitives';
import { ZERO_ADDRESS } from '../../core/chain/zero-address';
import type { TokenTransfer } from '../../core/tokens/token-transfers';
import { withDatabase } from '../database';
import { boundedLimit, type ListPage, type PageRequest } from '../list-page';
import type { LoupeDatabase } from '../loupe-database';
import { findAddressId, readAddresses } from '../packed/address-ids';
import { type EntryChange, put, remove } from '../packed/change-lists';
import { listNames } from '../packed/list-names';
import { countEntries, readEntries } from '../packed/packed-lists';
import { PackedReader, packDescending, packHex, packId, packInteger, packSigned } from '../packed/packed-text';
import { holdingOrder } from '../rows/holding-row';
import { itemChanges } from './token-items';

/**
 * The amount that a holder has of a token, or of one of its items, before and after a write. `holder` and `token` are
 * address ids.
 */
export type BalanceChange = {
  holder: number;
  token: number;
  tokenId: bigint | undefined;
  delta: bigint;
  before: bigint;
  after: bigint;
};

/**
 * Returns the changes of the lists `holdings` when transfers are written (`sign` 1) or deleted (`sign` -1). `before`
 * and `after` of `moved` are set when `changeLists` makes these changes.
 */
export function holdingChanges(
  networkId: NetworkId,
  transfers: readonly TokenTransfer[],
  idOf: (address: Address) => number,
  sign: 1 | -1,
): { changes: readonly EntryChange[]; moved: readonly BalanceChange[] } {
  const moved = sumsOf(transfers, idOf, BigInt(sign));
  const changes = moved.map(
    (change): EntryChange => ({
      list: listNames.holdings(networkId, change.holder),
      order: holdingOrder(change.token, change.tokenId),
      becomes: (payload) => {
        change.before = (payload === undefined ? undefined : new PackedReader(payload).signed()) ?? 0n;
        change.after = change.before + change.delta;
        return change.after === 0n ? null : packSigned(change.after);
      },
    }),
  );
  return { changes, moved };
}

/**
 * Returns the changes of the lists of holders and items that follow from changed holdings. Call it after the
 * holdings were written.
 */
export function changesByHoldings(networkId: NetworkId, moved: readonly BalanceChange[]): readonly EntryChange[] {
  return [...moved.flatMap((change) => rankChanges(networkId, change)), ...itemChanges(networkId, moved)];
}

function sumsOf(
  transfers: readonly TokenTransfer[],
  idOf: (address: Address) => number,
  sign: bigint,
): readonly BalanceChange[] {
  const changes = new Map<string, BalanceChange>();
  const add = (holder: Address, { token, tokenId }: { token: number; tokenId: bigint | undefined }, delta: bigint) => {
    if (holder === ZERO_ADDRESS) return;
    const id = idOf(holder);
    const name = `${id} ${token} ${tokenId}`;
    const change = changes.get(name) ?? { holder: id, token, tokenId, delta: 0n, before: 0n, after: 0n };
    change.delta += delta * sign;
    changes.set(name, change);
  };
  for (const { token: address, tokenId, from, to, amount } of transfers) {
    const token = idOf(address);
    for (const id of tokenId === undefined ? [undefined] : [undefined, tokenId]) {
      add(from, { token, tokenId: id }, -amount);
      add(to, { token, tokenId: id }, amount);
    }
  }
  return [...changes.values()].filter(({ delta }) => delta !== 0n);
}

/** Holders with a negative sum are not listed. */
function rankChanges(networkId: NetworkId, { holder, token, tokenId, before, after }: BalanceChange) {
  const list = tokenId === undefined ? listNames.holders(networkId, token) : listNames.holdersOfItems(networkId, token);
  const orderOf = (amount: bigint) => prefixOf(tokenId) + packDescending(amount) + packId(holder);
  return [...(before > 0n ? [remove(list, orderOf(before))] : []), ...(after > 0n ? [put(list, orderOf(after))] : [])];
}

function prefixOf(tokenId: bigint | undefined): string {
  return tokenId === undefined ? '' : packInteger(tokenId);
}

export type Holder = { address: Address; amount: bigint };

/** A cursor: the order of a holder, in hex. */
const CURSOR = /^([0-9a-f]{2}){1,300}$/;

/**
 * Reads the holders of a token, or of one of its items, the largest amount first. For a collection the amount is a
 * number of items. Holders with a negative sum, whose first transfers the index lacks, are left out. Observable by
 * live queries.
 */
export function readHolders(
  networkId: NetworkId,
  token: Address,
  { cursor = '', limit, tokenId }: PageRequest & { tokenId?: bigint | undefined },
): Promise<ListPage<Holder>> {
  return withDatabase<ListPage<Holder>>({ rows: [] }, async (db) => {
    const part = await holdersOf(db, networkId, token, tokenId);
    if (part === undefined) return { rows: [] };
    const { list, prefix } = part;
    const size = boundedLimit(limit);
    const after = CURSOR.test(cursor) ? prefix + packHex(`0x${cursor}`) : undefined;
    const found = await readEntries(db, list, { prefix, after, limit: size + 1 });
    const shown = found.slice(0, size).map(({ order }) => {
      const reader = new PackedReader(order, prefix.length);
      return { amount: reader.descending(), id: reader.id() ?? 0 };
    });
    const addresses = await readAddresses(
      db,
      shown.map(({ id }) => id),
    );
    const last = found[size - 1];
    return {
      rows: shown.flatMap(({ amount, id }) => {
        const address = addresses.get(id);
        return address === undefined || amount === undefined ? [] : [{ address, amount }];
      }),
      ...(found.length > size && last !== undefined && { next: cursorOf(last.order.slice(prefix.length)) }),
    };
  });
}

/** Returns the number of holders of a token, or of one of its items. Linear in it. Observable by live queries. */
export function countHolders(networkId: NetworkId, token: Address, tokenId?: bigint): Promise<number> {
  return withDatabase(0, async (db) => {
    const part = await holdersOf(db, networkId, token, tokenId);
    return part === undefined ? 0 : countEntries(db, part.list, { prefix: part.prefix });
  });
}

async function holdersOf(db: LoupeDatabase, networkId: NetworkId, token: Address, tokenId: bigint | undefined) {
  const id = await findAddressId(db, token);
  if (id === undefined) return undefined;
  const list = tokenId === undefined ? listNames.holders(networkId, id) : listNames.holdersOfItems(networkId, id);
  return { list, prefix: prefixOf(tokenId) };
}

function cursorOf(order: string): string {
  return Array.from(order, (character) => character.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}
