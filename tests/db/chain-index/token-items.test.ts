/** Inventories, holdings and counts, as transfers make them and as taking blocks out of the index leaves them. */
import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import type { Address, Hash } from '../../../src/core/chain/primitives';
import { ZERO_ADDRESS } from '../../../src/core/chain/zero-address';
import type { TokenTransfer } from '../../../src/core/tokens/token-transfers';
import { readHeldItems, readHoldings } from '../../../src/db/chain-index/holdings';
import { deleteBlocksAbove, saveIndexedBlocks } from '../../../src/db/chain-index/index-blocks';
import { readIndexedNetworks } from '../../../src/db/chain-index/index-progress';
import { countHolders, readHolders } from '../../../src/db/chain-index/token-balances';
import { countItems, readInventory, readItem } from '../../../src/db/chain-index/token-items';
import { countTokenTransfers } from '../../../src/db/chain-index/token-transfers';
import { readFungibleTokens, saveTokens } from '../../../src/db/contracts/tokens';
import { closeDatabase, DATABASE_NAME } from '../../../src/db/database';
import { deleteDatabase } from '../../helpers/database-dump';
import { address, blockSummary, network } from '../records';

afterEach(async () => {
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

const [alice, bob, coin, cards, packs] = ['a', 'b', 'c', 'd', 'e'].map(address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
];
const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}` as Hash;

type Moved = Partial<TokenTransfer> & Pick<TokenTransfer, 'token'>;

/** Writes a block with the transfers. */
function save(number: number, moved: readonly Moved[]): Promise<boolean> {
  const transfers = moved.map((each, position): TokenTransfer => {
    const standard = each.token === coin ? 'ERC-20' : each.token === cards ? 'ERC-721' : 'ERC-1155';
    const missing = { standard, from: ZERO_ADDRESS, to: alice, amount: 1n } as const;
    return { ...missing, ...each, blockNumber: number, position, transactionIndex: 0 };
  });
  const summary = { ...blockSummary, number, hash: hashOf(number), parentHash: hashOf(number - 1) };
  return saveIndexedBlocks(network, [{ summary, transactions: [], transfers }]);
}

const ids = async (token: Address, limit = 50) => {
  const found: bigint[] = [];
  let cursor: string | undefined;
  do {
    const page = await readInventory(network, token, { cursor, limit });
    found.push(...page.rows.map(({ tokenId }) => tokenId));
    cursor = page.next;
  } while (cursor !== undefined);
  return found;
};

test('an inventory is in the order of its ids as numbers, whatever the page', async () => {
  const largest = 2n ** 256n - 1n;
  const numbers = [300n, 2n, 0n, 16n, 255n, largest, 10n];
  await save(
    1,
    numbers.map((tokenId) => ({ token: cards, tokenId })),
  );
  const sorted = [0n, 2n, 10n, 16n, 255n, 300n, largest];
  for (const limit of [1, 3, 7, 50]) expect(await ids(cards, limit)).toEqual(sorted);
  expect(await countItems(network, cards)).toBe(7);
  expect(await readInventory(network, cards, { cursor: 'no cursor', limit: 1 })).toMatchObject({
    rows: [{ tokenId: 0n }],
  });
});

test('an item that is destroyed leaves the inventory, and comes back where its block is taken out', async () => {
  await save(1, [
    { token: cards, tokenId: 1n },
    { token: cards, tokenId: 2n },
  ]);
  await save(2, [{ token: cards, tokenId: 1n, from: alice, to: bob }]);
  expect(await readItem(network, cards, 1n)).toMatchObject({ owner: bob, owners: 1, supply: 1n });
  await save(3, [{ token: cards, tokenId: 1n, from: bob, to: ZERO_ADDRESS }]);
  expect(await ids(cards)).toEqual([2n]);
  expect(await readItem(network, cards, 1n)).toBeUndefined();
  await deleteBlocksAbove(network, 1);
  expect(await ids(cards)).toEqual([1n, 2n]);
  expect(await readItem(network, cards, 1n)).toMatchObject({ owner: alice });
  expect(await countTokenTransfers(network, { of: 'token', token: cards })).toBe(2);
});

test('an item of an ERC-1155 says how many have it and how much there is', async () => {
  await save(1, [
    { token: packs, tokenId: 5n, amount: 10n },
    { token: packs, tokenId: 5n, from: alice, to: bob, amount: 7n },
    { token: packs, tokenId: 6n, to: bob, amount: 2n },
  ]);
  expect(await readItem(network, packs, 5n)).toEqual({ token: packs, tokenId: 5n, owners: 2, owner: bob, supply: 10n });
  expect((await readHolders(network, packs, { limit: 5, tokenId: 5n })).rows).toEqual([
    { address: bob, amount: 7n },
    { address: alice, amount: 3n },
  ]);
  expect(await countHolders(network, packs, 5n)).toBe(2);
  await save(2, [{ token: packs, tokenId: 5n, from: bob, to: alice, amount: 7n }]);
  expect(await readItem(network, packs, 5n)).toMatchObject({ owners: 1, owner: alice, supply: 10n });
});

test('an item whose first transfers are missing is listed under who has it', async () => {
  await save(5, [{ token: cards, tokenId: 9n, from: alice, to: bob }]);
  expect(await readItem(network, cards, 9n)).toEqual({ token: cards, tokenId: 9n, owners: 1, owner: bob, supply: 0n });
  await save(6, [{ token: cards, tokenId: 9n, from: bob, to: ZERO_ADDRESS }]);
  expect(await ids(cards)).toEqual([]);
  await save(4, [{ token: cards, tokenId: 9n }]);
  expect(await ids(cards)).toEqual([]);
});

test('an address has tokens, collections and items, however many items lie between two tokens', async () => {
  const many = Array.from({ length: 700 }, (_, at) => ({ token: cards, tokenId: BigInt(at) }));
  await save(1, [...many, { token: coin, amount: 50n }, { token: packs, tokenId: 1n, amount: 4n }]);
  await saveTokens([{ networkId: network, address: coin, standard: 'ERC-20', symbol: 'COIN', decimals: 6 }]);
  const { tokens, isCut } = await readHoldings(network, alice);
  expect(isCut).toBe(false);
  expect(tokens.map(({ token, amount, summary }) => [token, amount, summary?.symbol])).toEqual([
    [coin, 50n, 'COIN'],
    [cards, 700n, undefined],
    [packs, 4n, undefined],
  ]);
  const held = await readHeldItems(network, alice, 1_000);
  expect(held.items).toHaveLength(701);
  expect(held.items.at(-1)).toMatchObject({ token: packs, tokenId: 1n, amount: 4n });
  expect(await readHeldItems(network, alice, 10)).toMatchObject({ items: { length: 10 }, isCut: true });
  expect(await readHoldings(network, bob)).toEqual({ tokens: [], isCut: false });
  expect((await readFungibleTokens(network, 5)).map(({ symbol }) => symbol)).toEqual(['COIN']);
  expect((await readIndexedNetworks()).map(({ networkId }) => networkId)).toEqual([network]);
});
