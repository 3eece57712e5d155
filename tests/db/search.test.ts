/** Contracts and tokens, found by the words of their names. */
import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import type { Address, NetworkId } from '../../src/core/chain/primitives';
import { findContracts, saveContracts } from '../../src/db/contracts/contracts';
import { findTokens, saveTokens } from '../../src/db/contracts/tokens';
import { closeDatabase, DATABASE_NAME } from '../../src/db/database';
import { searchKeysOf } from '../../src/db/search-keys';
import { deleteDatabase } from '../helpers/database-dump';
import { address, contract, network } from './records';

const other = 1 as NetworkId;

afterEach(async () => {
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

const names = async (text: string, limit = 10) =>
  (await findContracts([network], text, limit, 'begins')).map(({ name }) => name?.text);
const symbols = async (text: string, of = network) =>
  (await findTokens([of], text, 10, 'begins')).map(({ symbol }) => symbol);

test('contracts are found by each word of their name, whatever the case, on their network', async () => {
  const named = (tail: string, text: string, networkId = network) => ({
    ...contract,
    networkId,
    address: address(tail),
    name: { text, origin: 'buildOutput' as const },
  });
  await saveContracts([
    named('1', 'HarborVaultV3'),
    named('2', 'Vault'),
    named('3', 'USDCoin Router'),
    named('4', 'Vault', other),
  ]);
  expect((await names('vault')).toSorted()).toEqual(['HarborVaultV3', 'Vault']);
  expect(await names('HARBOR')).toEqual(['HarborVaultV3']);
  expect(await names('router')).toEqual(['USDCoin Router']);
  expect(await names('arbor')).toEqual([]);
  expect(await names('vault', 1)).toHaveLength(1);
});

test('tokens are found by symbol and by name', async () => {
  const token = (tail: string, symbol: string, name?: string, networkId = network) => ({
    networkId,
    address: address(tail) as Address,
    standard: 'ERC-20' as const,
    symbol,
    ...(name === undefined ? {} : { name }),
  });
  await saveTokens([token('1', 'USDC', 'USD Coin'), token('2', 'WETH'), token('3', 'USDC', 'USD Coin', other)]);
  expect(await symbols('usd')).toEqual(['USDC']);
  expect(await symbols('coin')).toEqual(['USDC']);
  expect(await symbols('weth')).toEqual(['WETH']);
  expect(await symbols('usdc', other)).toEqual(['USDC']);
});

test('names are found with a letter wrong, by letters inside of a word, and by words in any order', async () => {
  const named = (tail: string, text: string, networkId = network) => ({
    ...contract,
    networkId,
    address: address(tail),
    name: { text, origin: 'buildOutput' as const },
  });
  await saveContracts([named('1', 'Harbor Vault'), named('2', 'Keeper'), named('3', 'Keeper', other)]);
  const similar = async (text: string, networkIds = [other, network]) =>
    (await findContracts(networkIds, text, 10, 'similar')).map(({ networkId, name }) => [networkId, name?.text]);
  expect(await similar('vault harbor')).toEqual([[network, 'Harbor Vault']]);
  expect(await similar('arbor')).toEqual([[network, 'Harbor Vault']]);
  expect(await similar('Keepr')).toEqual([
    [other, 'Keeper'],
    [network, 'Keeper'],
  ]);
  expect(await similar('Keepr', [network])).toEqual([[network, 'Keeper']]);
  expect(await similar('Kaapr')).toEqual([]);
});

test('a name of a thousand words has a bounded number of keys of bounded length', () => {
  const keys = searchKeysOf(network, [Array.from({ length: 1_000 }, (_, at) => `word${at}`).join(' ')]);
  expect(keys.length).toBeLessThanOrEqual(12);
  for (const key of keys) expect(key.length).toBeLessThan(60);
  expect(searchKeysOf(network, [undefined, ''])).toEqual([`${network} `]);
});
