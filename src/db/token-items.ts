/** The items of collections. Their rows change in the transaction that changes balances. */
import type { Address, NetworkId } from '../core/chain/primitives';
import { withDatabase } from './database';
import { boundedLimit, type ListPage, type PageRequest } from './list-page';
import type { LoupeDatabase } from './loupe-database';
import { readableRows } from './rows/fields';
import { parseTokenBalanceRow } from './rows/token-balance-row';
import { parseTokenItemRow, type TokenItemRow, toTokenItemRow } from './rows/token-item-row';
import { tokenIdKey } from './rows/token-transfer-row';

/** What a write adds to an item, by its key. */
export type ItemChange = {
  networkId: NetworkId;
  token: Address;
  tokenId: string;
  owners: number;
  supply: bigint;
};

/** An item as lists show it. */
export type TokenItem = {
  token: Address;
  tokenId: bigint;
  /** How many have it. */
  owners: number;
  /** Who has most of it; the one who has it of an ERC-721. */
  owner: Address | undefined;
  /** What its holders have together, as far as the index has its transfers. */
  supply: bigint;
};

const FIRST_ORDER = '0';
const LAST_ORDER = 'g';

/** Adds to items, within a transaction that writes `tokenItems`. An item that is left with nothing has no row. */
export async function addToItems(db: LoupeDatabase, changes: readonly ItemChange[]): Promise<void> {
  const changed = changes.filter(({ owners, supply }) => owners !== 0 || supply !== 0n);
  if (changed.length === 0) return;
  const keys = changed.map(({ networkId, token, tokenId }): [number, string, string] => [networkId, token, tokenId]);
  const kept = await db.tokenItems.bulkGet(keys);
  const rows = changed.map(({ owners, supply, ...key }, at) => {
    const before = parseTokenItemRow(kept[at]);
    return toTokenItemRow(key, {
      owners: Math.max(0, (before?.owners ?? 0) + owners),
      supply: (before?.supply ?? 0n) + supply,
    });
  });
  const isNothing = (row: TokenItemRow) => row.owners === 0 && row.supply === 0n;
  await db.tokenItems.bulkDelete(keys.filter((_, at) => rows[at] !== undefined && isNothing(rows[at])));
  await db.tokenItems.bulkPut(rows.filter((row) => !isNothing(row)));
}

/** The items of a collection that somebody has, in the order of their ids. Observable by live queries. */
export function readInventory(
  networkId: NetworkId,
  token: Address,
  { cursor, limit }: PageRequest,
): Promise<ListPage<TokenItem>> {
  return withDatabase<ListPage<TokenItem>>({ rows: [] }, async (db) => {
    const after = /^\d\d[0-9a-f]{1,64}$/.test(cursor ?? '') ? cursor : undefined;
    const size = boundedLimit(limit);
    const found = await db.tokenItems
      .where('[networkId+token+order]')
      .between([networkId, token, after ?? FIRST_ORDER], [networkId, token, LAST_ORDER], after === undefined, false)
      .limit(size + 1)
      .toArray();
    const rows = readableRows(found.slice(0, size), parseTokenItemRow);
    const owners = await Promise.all(rows.map(({ tokenId }) => firstOwner(db, networkId, token, tokenId)));
    const last = found[size - 1];
    return {
      rows: rows.map((row, at) => toItem(row, owners[at])),
      ...(found.length > size && last !== undefined ? { next: last.order } : {}),
    };
  });
}

/** One item; undefined where the index has no transfer of it, or nobody has it any more. Observable by live queries. */
export function readItem(networkId: NetworkId, token: Address, id: bigint): Promise<TokenItem | undefined> {
  return withDatabase<TokenItem | undefined>(undefined, async (db) => {
    const tokenId = tokenIdKey(id);
    const row = parseTokenItemRow(await db.tokenItems.get([networkId, token, tokenId]));
    return row && row.owners > 0 ? toItem(row, await firstOwner(db, networkId, token, tokenId)) : undefined;
  });
}

/** How many items of a collection somebody has. Observable by live queries. */
export function countItems(networkId: NetworkId, token: Address): Promise<number> {
  return withDatabase(0, (db) =>
    db.tokenItems
      .where('[networkId+token+order]')
      .between([networkId, token, FIRST_ORDER], [networkId, token, LAST_ORDER])
      .count(),
  );
}

function toItem({ token, tokenId, owners, supply }: TokenItemRow, owner: Address | undefined): TokenItem {
  return { token, tokenId: BigInt(tokenId), owners, owner, supply };
}

async function firstOwner(
  db: LoupeDatabase,
  networkId: NetworkId,
  token: Address,
  tokenId: string,
): Promise<Address | undefined> {
  const [row] = await db.tokenBalances
    .where('[networkId+token+tokenId+rank]')
    .between([networkId, token, tokenId, '0'], [networkId, token, tokenId, 'g'])
    .reverse()
    .limit(1)
    .toArray();
  return parseTokenBalanceRow(row)?.holder;
}
