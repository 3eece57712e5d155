import { expect, test } from 'vitest';
import { listedNetworks, segmentOf } from '../../src/app/networks';
import type { Network } from '../../src/core/chain/network';
import { findNetwork } from '../../src/core/chain/network';
import { fixedNetwork, parseRuntimeConfig, type RuntimeConfig } from '../../src/core/config/runtime-config';

function config(json: unknown): RuntimeConfig {
  const parsed = parseRuntimeConfig(json);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

const { networks } = config({
  networks: [
    { id: 31337, name: 'Anvil', route: 'anvil', routeAliases: ['local'], testnet: true },
    { id: 10, name: 'Ten', route: 'ten' },
    { id: 5, name: 'Old', deprecated: true },
    { id: 6, name: 'Test', testnet: true },
    { id: 7, name: 'Seven' },
  ],
});
const named = (segment: string) => findNetwork(networks, segment)?.name;

test('a segment names a network by route, alias or id, in any case', () => {
  expect([named('anvil'), named('local'), named('31337'), named('ANVIL')]).toEqual([
    'Anvil',
    'Anvil',
    'Anvil',
    'Anvil',
  ]);
  expect(named('7')).toBe('Seven');
  expect(named('nowhere')).toBeUndefined();
});

test('the configuration decides alone only about its own networks', () => {
  const own = config({ defaultNetwork: 10, networks: [{ id: 10, name: 'Ten', route: 'ten' }] });
  expect(fixedNetwork(own, undefined)?.name).toBe('Ten');
  expect(fixedNetwork(own, 'ten')?.name).toBe('Ten');
  expect(fixedNetwork(own, 'mainnet')).toBeUndefined();
  expect(fixedNetwork(config({}), undefined)).toBeUndefined();
});

test('a network that is configured by its id alone waits for what is known of it', () => {
  const bare = parseRuntimeConfig({ networks: [{ id: 324, rpcUrls: ['https://node.example'] }], defaultNetwork: 324 });
  if (!bare.ok) throw new Error(bare.error);
  expect(fixedNetwork(bare.value, '324')).toBeUndefined();
  expect(fixedNetwork(bare.value, undefined)).toBeUndefined();
});

test('paths carry the route in the workbench and nothing in the explorer variant', () => {
  const explorer = config({ variant: 'explorer', explorer: { networkId: 10 }, networks: [{ id: 10, route: 'ten' }] });
  const [network] = explorer.networks as [Network];
  expect(segmentOf(explorer, network)).toBeUndefined();
  expect(fixedNetwork(explorer, undefined)).toBe(network);
  expect(segmentOf(config({}), network)).toBe('ten');
});

test('the list begins with what is the reader’s own and leaves deprecated ones out, unless they are', () => {
  const names = (own: readonly number[]) => listedNetworks(networks, new Set(own)).map(({ name }) => name);
  expect(names([])).toEqual(['Seven', 'Ten', 'Anvil', 'Test']);
  expect(names([31337, 5])).toEqual(['Anvil', 'Old', 'Seven', 'Ten', 'Test']);
});
