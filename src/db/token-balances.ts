/** Sums of indexed transfers by holder. They change in the transaction that writes or deletes transfers. */
import type { Address, NetworkId } from '../core/chain/primitives';
import { ZERO_ADDRESS } from '../core/tokens/token-transfers';
import { withDatabase } from './database';
import { boundedLimit, type ListPage, type PageRequest } from './list-page';
import type { LoupeDatabase } from './loupe-database';
import { readableRows } from './rows/fields';
import { parseTokenBalanceRow, type TokenBalanceRow, toTokenBalanceRow } from './rows/token-balance-row';
import type { TokenTransferRow } from './rows/token-transfer-row';
import { addToItems, type ItemChange } from './token-items';

type BalanceKey = [number, string, string, string];

/** Adds what the transfers moved, or takes it back (`sign` -1); within a transaction that writes `tokenBalances` and `tokenItems`. */
export async function addToBalances(
  db: LoupeDatabase,
  transfers: readonly TokenTransferRow[],
  sign: 1n | -1n,
): Promise<void> {
  const changes = new Map<string, { key: BalanceKey; amount: bigint }>();
  const add = (key: BalanceKey, amount: bigint) => {
    const name = key.join(' ');
    const before = changes.get(name)?.amount ?? 0n;
    changes.set(name, { key, amount: before + amount });
  };
  for (const { networkId, token, tokenId, from, to, amount } of transfers) {
    for (const id of tokenId === undefined ? [''] : ['', tokenId]) {
      if (from !== ZERO_ADDRESS) add([networkId, token, id, from], -amount * sign);
      if (to !== ZERO_ADDRESS) add([networkId, token, id, to], amount * sign);
    }
  }
  const moved = [...changes.values()].filter(({ amount }) => amount !== 0n);
  const kept = await db.tokenBalances.bulkGet(moved.map(({ key }) => key));
  const before = kept.map((row) => parseTokenBalanceRow(row)?.amount ?? 0n);
  const rows = moved.map(({ key: [networkId, token, tokenId, holder], amount }, index) =>
    toTokenBalanceRow(
      { networkId: networkId as NetworkId, token: token as Address, tokenId, holder: holder as Address },
      (before[index] ?? 0n) + amount,
    ),
  );
  await db.tokenBalances.bulkDelete(moved.flatMap(({ key }, index) => (rows[index]?.amount === 0n ? [key] : [])));
  await db.tokenBalances.bulkPut(rows.filter(({ amount }) => amount !== 0n));
  await addToItems(db, itemChanges(rows, before));
}

/** What changed balances, which were `before`, mean for the items they are of. */
function itemChanges(rows: readonly TokenBalanceRow[], before: readonly bigint[]): readonly ItemChange[] {
  const changes = new Map<string, ItemChange>();
  rows.forEach(({ networkId, token, tokenId, amount }, at) => {
    if (tokenId === '') return;
    const name = `${networkId} ${token} ${tokenId}`;
    const had = before[at] ?? 0n;
    const change = changes.get(name) ?? { networkId, token, tokenId, owners: 0, supply: 0n };
    change.owners += Number(amount > 0n) - Number(had > 0n);
    change.supply += amount - had;
    changes.set(name, change);
  });
  return [...changes.values()];
}

export type Holder = { address: Address; amount: bigint };

/**
 * Who has most of a token, and what; of other tokens than ERC-20 by the number of items, or of one item. Those with less
 * than nothing, whose first transfers the index lacks, are left out. Observable by live queries.
 */
export function readHolders(
  networkId: NetworkId,
  token: Address,
  { cursor, limit, tokenId = '' }: PageRequest & { tokenId?: string },
): Promise<ListPage<Holder>> {
  return withDatabase<ListPage<Holder>>({ rows: [] }, async (db) => {
    const skipped = /^\d{1,9}$/.test(cursor ?? '') ? Number(cursor) : 0;
    const size = boundedLimit(limit);
    const found = await db.tokenBalances
      .where('[networkId+token+tokenId+rank]')
      .between([networkId, token, tokenId, '0'], [networkId, token, tokenId, 'g'])
      .reverse()
      .offset(skipped)
      .limit(size + 1)
      .toArray();
    const rows = readableRows(found.slice(0, size), parseTokenBalanceRow);
    return {
      rows: rows.map(({ holder, amount }) => ({ address: holder, amount })),
      ...(found.length > size ? { next: String(skipped + size) } : {}),
    };
  });
}

/** How many have something of a token, or of one of its items. Observable by live queries. */
export function countHolders(networkId: NetworkId, token: Address, tokenId = ''): Promise<number> {
  return withDatabase(0, (db) =>
    db.tokenBalances
      .where('[networkId+token+tokenId+rank]')
      .between([networkId, token, tokenId, '0'], [networkId, token, tokenId, 'g'])
      .count(),
  );
}
