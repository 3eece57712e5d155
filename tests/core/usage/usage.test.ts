import { expect, test } from 'vitest';
import type { NetworkId } from '../../../src/core/chain/primitives';
import {
  type CallCount,
  DAY,
  groupUsage,
  HOUR,
  quotaState,
  sumUsage,
  usageOverTime,
} from '../../../src/core/usage/usage';

const NOON = Date.UTC(2026, 10, 22, 12);
const network = 1 as NetworkId;
const weights = { '*': 1, eth_call: 4, 'debug_*': 40 };

function count(method: string, hour: number, calls: number, more: Partial<CallCount> = {}): CallCount {
  return {
    networkId: network,
    endpoint: 'node.example',
    method,
    hour,
    calls,
    failed: 0,
    rateLimited: 0,
    milliseconds: calls * 20,
    bytes: calls * 100,
    ...more,
  };
}

test('sums weigh calls and count those that send', () => {
  const counts = [
    count('eth_call', NOON, 3),
    count('eth_sendRawTransaction', NOON, 2, { failed: 1, milliseconds: 90 }),
  ];
  expect(sumUsage(counts, weights)).toEqual({
    calls: 5,
    units: 14,
    failed: 1,
    rateLimited: 0,
    sent: 2,
    bytes: 500,
    latency: 30,
  });
  expect(sumUsage([], weights).latency).toBeUndefined();
});

test('every period has a place, also one without calls', () => {
  const counts = [count('eth_call', NOON - 2 * HOUR, 1), count('eth_call', NOON, 2)];
  const series = usageOverTime(counts, weights, { first: NOON - 3 * HOUR, now: NOON + 1, period: HOUR });
  expect(series.map(({ sum }) => sum.calls)).toEqual([0, 1, 0, 2]);
  expect(series[0]?.time).toBe(NOON - 3 * HOUR);
  const days = usageOverTime(counts, weights, { first: NOON - DAY, now: NOON, period: DAY });
  expect(days.map(({ sum }) => sum.calls)).toEqual([0, 3]);
});

test('groups come with the most calls first', () => {
  const counts = [
    count('eth_call', NOON, 1),
    count('debug_traceTransaction', NOON, 5),
    count('eth_call', NOON - DAY, 2),
  ];
  expect(
    groupUsage(counts, weights, ({ method }) => method).map(({ key, sum }) => [key, sum.calls, sum.units]),
  ).toEqual([
    ['debug_traceTransaction', 5, 200],
    ['eth_call', 3, 12],
  ]);
});

test('a quota of a day counts from midnight, one of a month from the first, both with a forecast', () => {
  const counts = [
    count('eth_call', NOON - HOUR, 10),
    count('eth_call', NOON - DAY, 100),
    count('eth_call', Date.UTC(2026, 9, 31), 7),
  ];
  const daily = quotaState({ units: 100, days: 1 }, counts, weights, NOON);
  expect(daily).toMatchObject({ used: 40, left: 60, resetsAt: Date.UTC(2026, 10, 23) });
  // 440 units in the 24 hours since the first call of the last week, for 12 more hours.
  expect(daily.forecast).toBe(260);
  const monthly = quotaState({ units: 400, days: 30 }, counts, weights, NOON);
  expect(monthly).toMatchObject({ used: 440, left: 0, resetsAt: Date.UTC(2026, 11, 1) });
});
