import { expect, test } from 'vitest';
import { loadKnownNetworks } from '../../../src/core/chain/known-networks';
import { findNetwork } from '../../../src/core/chain/network';

test('every id and every path segment means one network', async () => {
  const networks = await loadKnownNetworks();
  const ids = networks.map(({ id }) => id);
  const segments = networks.flatMap(({ route, routeAliases }) => [route, ...routeAliases]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(segments).size).toBe(segments.length);
  expect(segments.filter((segment) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(segment) || /^\d+$/.test(segment))).toEqual([]);
});

test('well-known networks come first, under the paths readers expect', async () => {
  const networks = await loadKnownNetworks();
  expect(networks[0]).toMatchObject({ id: 1, name: 'Ethereum', route: 'mainnet', sortOrder: 0, testnet: false });
  const idAt = (segment: string) => findNetwork(networks, segment)?.id;
  expect([idAt('ethereum'), idAt('BASE'), idAt('42161'), idAt('anvil'), idAt('localhost')]).toEqual([
    1, 8453, 42161, 31337, 31337,
  ]);
  expect([idAt('peaq'), idAt('agung'), idAt('nowhere')]).toEqual([3338, 9990, undefined]);
});

test('test networks that were shut down are hidden, and keep their route', async () => {
  const networks = await loadKnownNetworks();
  expect(findNetwork(networks, 'goerli')).toMatchObject({ id: 5, deprecated: true, hidden: true, testnet: true });
});
