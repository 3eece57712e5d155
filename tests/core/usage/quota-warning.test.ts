import { expect, test } from 'vitest';
import type { NetworkId } from '../../../src/core/chain/primitives';
import { callsOfIndex, costOfRun } from '../../../src/core/usage/planned-run';
import { quotaWarnings } from '../../../src/core/usage/quota-warning';
import { readStatedLimit } from '../../../src/core/usage/rate-limit-headers';
import { DAY, HOUR } from '../../../src/core/usage/usage';

const NOON = Date.UTC(2026, 10, 22, 12);
const count = (endpoint: string, hour: number, calls: number) => ({
  networkId: 1 as NetworkId,
  endpoint,
  method: 'eth_call',
  hour,
  calls,
  failed: 0,
  rateLimited: 0,
  milliseconds: 0,
  bytes: 0,
});

test('a quota is warned of at four fifths, once more when it is used up, and anew in its next period', () => {
  const quotas = { node: { units: 100, days: 1 as const }, other: { units: 100, days: 1 as const } };
  const of = (calls: number, now = NOON) =>
    quotaWarnings(quotas, [count('node', now - HOUR, calls), count('other', now - DAY, 500)], { '*': 1 }, now);
  expect(of(79)).toEqual([]);
  const [tight] = of(80);
  expect(tight).toMatchObject({ endpoint: 'node', state: { used: 80, left: 20 } });
  expect(of(90).map(({ id }) => id)).toEqual([tight?.id]);
  const [usedUp] = of(100);
  const [tomorrow] = of(80, NOON + DAY);
  expect(new Set([tight?.id, usedUp?.id, tomorrow?.id]).size).toBe(3);
});

test('an index of blocks costs two calls a block, each weighed', () => {
  const weights = { '*': 1, eth_getBlockReceipts: 500 };
  expect(costOfRun(callsOfIndex(1_000), weights)).toEqual({ calls: 2_000, units: 501_000 });
});

test('the forms in which endpoints state a limit', () => {
  const read = (headers: Record<string, string>) => readStatedLimit((name) => headers[name] ?? null);
  expect(
    read({ 'x-ratelimit-limit': '100, 100;w=60', 'x-ratelimit-remaining': '7', 'x-ratelimit-reset': '30' }),
  ).toEqual({
    limit: 100,
    remaining: 7,
    reset: '30',
  });
  expect(read({ 'ratelimit-limit': '10', 'ratelimit-remaining': '0' })).toEqual({ limit: 10, remaining: 0 });
  expect(read({ ratelimit: 'limit=10, remaining=4, reset=3' })).toEqual({ limit: 10, remaining: 4, reset: '3' });
  expect(read({ ratelimit: '"default";r=50;t=30', 'ratelimit-policy': '"default";q=100;w=60' })).toEqual({
    limit: 100,
    remaining: 50,
    reset: '30',
  });
  expect(read({})).toBeUndefined();
  expect(read({ 'x-ratelimit-limit': 'many' })).toBeUndefined();
});
