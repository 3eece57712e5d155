import { expect, test } from 'vitest';
import { endpointProblem, listEndpoints, reorderEndpoints } from '../../../src/app/views/networks/endpoint-list';
import type { Network } from '../../../src/core/chain/network';
import type { NetworkId } from '../../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../../src/core/config/runtime-config';
import type { KeptEndpoint } from '../../../src/db/rows/endpoint-row';

const parsed = parseRuntimeConfig({ networks: [{ id: 5, rpcUrls: ['http://a.example/key', 'http://b.example'] }] });
if (!parsed.ok) throw new Error(parsed.error);
const config = parsed.value;
const [network] = config.networks as [Network];

function kept(url: string, change: Partial<KeptEndpoint>): KeptEndpoint {
  const row = { networkId: 5 as NetworkId, url, name: url, origin: 'reader', enabled: true, priority: 0 } as const;
  return { ...row, ...change };
}

test('the reader’s own come first, configured ones keep what was changed of them', () => {
  const listed = listEndpoints(network, config, [
    kept('http://b.example', { origin: 'config', enabled: false, priority: 50 }),
    kept('http://mine.example', {}),
  ]);
  expect(listed.map(({ url, origin, enabled }) => [url, origin, enabled])).toEqual([
    ['http://mine.example', 'reader', true],
    ['http://b.example', 'config', false],
    ['http://a.example/key', 'config', true],
  ]);
  expect(listed[2]?.name).toBe('a.example');
});

test('endpoints of a network that is not configured are public', () => {
  const [none] = listEndpoints({ ...network, id: 6 as NetworkId }, config, []);
  expect(none?.origin).toBe('public');
});

test('moving one counts the priorities anew, in the order shown', () => {
  const moved = reorderEndpoints(listEndpoints(network, config, []), 1, 0);
  expect(moved.map(({ url, priority }) => [url, priority])).toEqual([
    ['http://b.example', 0],
    ['http://a.example/key', 1],
  ]);
});

test('a bad URL is refused in words', () => {
  expect(endpointProblem('', [])).toMatch(/Give the address/);
  expect(endpointProblem('localhost', [])).toMatch(/not a URL/);
  expect(endpointProblem('ws://localhost:8545', [])).toMatch(/Only http/);
  expect(endpointProblem(' http://x.example ', [{ url: 'http://x.example' }])).toMatch(/in the list already/);
  expect(endpointProblem('http://127.0.0.1:8545', [])).toBeUndefined();
});
