/**
 * Upgrades to version 9: lists the items of the indexed collections. The types here are those of version 8, and do not
 * change when rows change later.
 *
 * Balances are sorted by item, so an item is complete when the next one begins. The supply of an item is the sum of its
 * balances: burned amounts are in no balance.
 */
import type { Transaction } from 'dexie';

/** Rows in memory at once. */
const BATCH = 1_000;

type Balance = { networkId: number; token: string; tokenId: string; holder: string; amount: bigint };
type Item = { networkId: number; token: string; tokenId: string; order: string; owners: number; supply: bigint };

export async function listItems(upgrading: Transaction): Promise<void> {
  const balances = upgrading.table<Balance, [number, string, string, string]>('tokenBalances');
  const items = upgrading.table<Item>('tokenItems');
  let open: Item | undefined;
  let last: [number, string, string, string] | undefined;
  for (;;) {
    const rows: Balance[] = await (last === undefined ? balances.orderBy(':id') : balances.where(':id').above(last))
      .limit(BATCH)
      .toArray();
    const complete: Item[] = [];
    for (const { networkId, token, tokenId, amount } of rows) {
      if (tokenId === '' || typeof amount !== 'bigint') continue;
      if (open?.networkId !== networkId || open.token !== token || open.tokenId !== tokenId) {
        if (open !== undefined) complete.push(open);
        open = { networkId, token, tokenId, order: '', owners: 0, supply: 0n };
      }
      open.supply += amount;
      if (amount > 0n) {
        open.owners++;
        open.order = `${String(tokenId.length - 2).padStart(2, '0')}${tokenId.slice(2)}`;
      }
    }
    const end = rows.at(-1);
    if (end === undefined && open !== undefined) complete.push(open);
    await items.bulkPut(complete.filter(({ owners, supply }) => owners > 0 || supply !== 0n));
    if (end === undefined) return;
    last = [end.networkId, end.token, end.tokenId, end.holder];
  }
}
