/** What the index says of the demo chain's tokens is what the contracts say. */
import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import type { Address, Hex } from '../../../src/core/chain/primitives';
import { readIndexProgress } from '../../../src/db/chain-index/index-progress';
import { countHolders, readHolders } from '../../../src/db/chain-index/token-balances';
import { countItems, readInventory } from '../../../src/db/chain-index/token-items';
import { readTokenTransfers } from '../../../src/db/chain-index/token-transfers';
import { closeDatabase, DATABASE_NAME } from '../../../src/db/database';
import { callContract } from '../../../src/net/account-reader';
import { fetchBlockNumber } from '../../../src/net/chain-reader';
import type { Rpc } from '../../../src/net/rpc/rpc';
import type { Indexer } from '../../../src/workers/indexer/indexer-engine';
import { deleteDatabase } from '../../helpers/database-dump';
import { runDemoChain } from '../../helpers/demo-engine';
import { indexedRows, indexedTo, startIndexer } from '../../helpers/indexing';
import { ANVIL_NETWORK, rpcOf } from '../../helpers/rpc';

const demo = runDemoChain();
let indexer: Indexer | undefined;
afterEach(async () => {
  await indexer?.stop();
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

const word = (value: string | bigint) => BigInt(value).toString(16).padStart(64, '0');

/** The first word that the contract answers, undefined where it has no such function. */
async function call(rpc: Rpc, to: Address, selector: string, ...words: (string | bigint)[]) {
  const answer = await callContract(rpc, { to, data: `${selector}${words.map(word).join('')}` as Hex });
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value.reverted ? undefined : BigInt(answer.value.data.slice(0, 66));
}

test('balances, holders, owners and supplies are those of the contracts', async () => {
  const rpc = rpcOf([demo.proxy.url]);
  const head = await fetchBlockNumber(rpc);
  if (!head.ok) throw new Error(head.error.message);
  indexer = await startIndexer(demo.proxy.url);
  await indexedTo(head.value);
  await indexer.stop();
  const rows = await indexedRows();
  const { tokens } = rows;
  expect(new Set(tokens.map(({ standard }) => standard))).toEqual(new Set(['ERC-20', 'ERC-721', 'ERC-1155']));
  expect(tokens.filter(({ symbol }) => symbol === undefined).every(({ standard }) => standard === 'ERC-1155')).toBe(
    true,
  );

  const standards = new Map(tokens.map(({ address, standard }) => [address, standard]));
  let compared = 0;
  for (const { address: holder, holdings, items } of rows.ofAddresses) {
    for (const { token, amount } of holdings) {
      if (standards.get(token) === 'ERC-1155') continue;
      expect(await call(rpc, token, '0x70a08231', holder)).toBe(amount);
      compared++;
    }
    for (const { token, tokenId, amount } of items) {
      if (standards.get(token) === 'ERC-721')
        expect(await call(rpc, token, '0x6352211e', tokenId)).toBe(BigInt(holder));
      else expect(await call(rpc, token, '0x00fdd58e', holder, tokenId)).toBe(amount);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(50);

  // Inventories: every item once, in order, with its owner or its count.
  let items = 0;
  for (const { address, standard } of tokens) {
    const { rows: inventory } = await readInventory(ANVIL_NETWORK, address, { limit: 1_000 });
    expect(inventory).toHaveLength(await countItems(ANVIL_NETWORK, address));
    const ids = inventory.map(({ tokenId }) => tokenId);
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => (a < b ? -1 : 1)));
    for (const { tokenId, owner, owners, supply } of inventory) {
      if (standard === 'ERC-721') expect(await call(rpc, address, '0x6352211e', tokenId)).toBe(BigInt(owner ?? 0));
      const held = (await readHolders(ANVIL_NETWORK, address, { limit: 1_000, tokenId })).rows;
      expect(held).toHaveLength(owners);
      expect(held.reduce((sum, { amount }) => sum + amount, 0n)).toBe(supply);
      items++;
    }
    if (standard === 'ERC-721') expect(await call(rpc, address, '0x18160ddd')).toBe(BigInt(inventory.length));
    expect((await readHolders(ANVIL_NETWORK, address, { limit: 1_000 })).rows).toHaveLength(
      await countHolders(ANVIL_NETWORK, address),
    );
  }
  expect(items).toBeGreaterThan(10);

  let supplies = 0;
  for (const { address } of tokens.filter(({ standard }) => standard === 'ERC-20')) {
    const holders = await readHolders(ANVIL_NETWORK, address, { limit: 1_000 });
    const sum = holders.rows.reduce((total, { amount }) => total + amount, 0n);
    const supply = await call(rpc, address, '0x18160ddd');
    if (supply === undefined) continue; // some tokens keep no count
    expect(sum).toBe(supply);
    supplies++;
  }
  expect(supplies).toBeGreaterThan(3);
});

test('the lists of transfers have each once, in the order of the chain', async () => {
  const rpc = rpcOf([demo.proxy.url]);
  const head = await fetchBlockNumber(rpc);
  if (!head.ok) throw new Error(head.error.message);
  indexer = await startIndexer(demo.proxy.url);
  await indexedTo(head.value);
  const progress = await readIndexProgress(ANVIL_NETWORK);
  for (const [kind, count] of [
    ['erc20', progress?.erc20Transfers],
    ['nft', progress?.nftTransfers],
  ] as const) {
    const places: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await readTokenTransfers(ANVIL_NETWORK, { of: 'kind', kind }, { cursor, limit: 20 });
      places.push(...page.rows.map(({ transfer }) => `${transfer.blockNumber}.${transfer.position}`));
      for (const { transfer, summary } of page.rows) expect(summary?.blockNumber).toBe(transfer.blockNumber);
      cursor = page.next;
    } while (cursor !== undefined);
    expect(places).toHaveLength(count ?? -1);
    expect(new Set(places).size).toBe(places.length);
    const numbers = places.map((place) => place.split('.').map(Number) as [number, number]);
    expect(numbers).toEqual(numbers.toSorted((a, b) => b[0] - a[0] || b[1] - a[1]));
  }
});
