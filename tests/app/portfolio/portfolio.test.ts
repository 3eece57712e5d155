import { expect, test } from 'vitest';
import {
  type Asset,
  chooseAssets,
  dollarsOf,
  groupAssets,
  pageWithin,
  shareOf,
  totalOf,
} from '../../../src/app/views/portfolio/portfolio';
import { unlistedNetwork } from '../../../src/core/chain/network';
import type { Address, NetworkId } from '../../../src/core/chain/primitives';

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 };
const [one, two] = [1, 2].map((id) => unlistedNetwork(id as NetworkId, `Network ${id}`, ether));

function asset(symbol: string | undefined, amount: bigint | undefined, price?: number, network = one): Asset {
  if (network === undefined) throw new Error('a network is missing');
  const token = `0x${(symbol ?? 'x').charCodeAt(0).toString(16).padStart(40, '0')}` as Address;
  const words = symbol === undefined ? {} : { symbol, name: `${symbol} coin`, decimals: 2 };
  const summary = { networkId: network.id, address: token, standard: 'ERC-20' as const, ...words };
  return { network, token, summary, amount, origin: 'index', price };
}

const all = [
  asset('B', 100n),
  asset('A', 300n, 2),
  asset('C', 0n, 5),
  asset('A', 100n, 2, two),
  asset('D', undefined, 1),
];
const symbols = (assets: readonly Asset[]) => assets.map(({ summary }) => summary?.symbol);

test('what has no balance is hidden, what is not known is not', () => {
  expect(symbols(chooseAssets(all, { search: '', hideZero: true }))).toEqual(['A', 'A', 'B', 'D']);
  expect(symbols(chooseAssets(all, { search: '', hideZero: false }))).toEqual(['A', 'A', 'C', 'B', 'D']);
  expect(symbols(chooseAssets(all, { search: ' b COIN', hideZero: true }))).toEqual(['B']);
  expect(chooseAssets(all, { search: all[0]?.token ?? '', hideZero: true })).toHaveLength(1);
});

test('a missing price is unknown and never nothing', () => {
  expect(all.map(dollarsOf)).toEqual([undefined, 6, 0, 2, undefined]);
  expect(totalOf(all)).toBe(8);
  expect(all.map((each) => shareOf(each, 8))).toEqual([undefined, 75, 0, 25, undefined]);
  expect(shareOf(all[1] as Asset, 0)).toBeUndefined();
});

test('groups are by token or network, with their sums', () => {
  const chosen = chooseAssets(all, { search: '', hideZero: true });
  expect(groupAssets(chosen, 'token').map(({ label, assets, value }) => [label, assets.length, value])).toEqual([
    ['A', 2, 8],
    ['B', 1, 0],
    ['D', 1, 0],
  ]);
  expect(groupAssets(chosen, 'network').map(({ label, hasUnknown }) => [label, hasUnknown])).toEqual([
    ['Network 1', true],
    ['Network 2', false],
  ]);
  expect(groupAssets(chosen, 'none')).toHaveLength(1);
  expect(groupAssets([asset(undefined, 1n), asset(undefined, 1n, 1, two)], 'token')).toHaveLength(2);
});

test('a page that is not there any more is the first', () => {
  expect(pageWithin(3, 41, 20)).toBe(3);
  expect(pageWithin(3, 40, 20)).toBe(1);
  expect(pageWithin(1, 0, 20)).toBe(1);
});
