import { expect, test } from 'vitest';
import { dayOf, lagOf } from '../../../src/app/views/networks/endpoint-health';
import { explorersOf, webProblem } from '../../../src/app/views/networks/own-network';
import type { NetworkId } from '../../../src/core/chain/primitives';

const count = { networkId: 1 as NetworkId, endpoint: 'node', method: 'eth_call', hour: 0, bytes: 10 };

test('an endpoint lags that is more than two blocks behind the highest', () => {
  expect(lagOf(100, undefined)).toBe(0);
  expect(lagOf(100, 100)).toBe(0);
  expect(lagOf(98, 100)).toBe(0);
  expect(lagOf(97, 100)).toBe(3);
});

test('calls of a day are summed, with the mean round trip', () => {
  expect(dayOf([])).toBeUndefined();
  const counts = [
    { ...count, calls: 3, failed: 1, rateLimited: 1, milliseconds: 100 },
    { ...count, calls: 1, failed: 0, rateLimited: 0, milliseconds: 300 },
  ];
  expect(dayOf(counts)).toEqual({ calls: 4, failed: 1, rateLimited: 1, latency: 100 });
});

test('an address of the web is optional, and of the web', () => {
  expect(webProblem(' ')).toBeUndefined();
  expect(webProblem('https://explorer.example')).toBeUndefined();
  expect(webProblem('explorer.example')).toMatch(/not a URL/);
  expect(webProblem('javascript:alert(1)')).toMatch(/Only/);
});

test('an explorer is called by its host, and may have an API alone', () => {
  expect(explorersOf('', ' ')).toEqual([]);
  expect(explorersOf('https://a.example/x', '')).toEqual([{ name: 'a.example', url: 'https://a.example/x' }]);
  const api = 'https://b.example/api';
  expect(explorersOf('', api)).toEqual([{ name: 'b.example', url: api, apiUrl: api }]);
});
