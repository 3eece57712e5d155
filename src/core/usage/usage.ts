/** Counted calls as figures: over time, by method and by endpoint. */
import type { NetworkId } from '../chain/primitives';
import type { Weights } from './weight-limits';
import { weightOf } from './weights';

/** Calls of one network, endpoint and method in one hour. */
export type CallCount = {
  networkId: NetworkId;
  endpoint: string;
  method: string;
  /** Start of the hour, milliseconds since the epoch. */
  hour: number;
  calls: number;
  failed: number;
  rateLimited: number;
  /** Sum of round trips, milliseconds. */
  milliseconds: number;
  bytes: number;
};

/** What can be shown over time. */
export type UsageCategory = 'calls' | 'units' | 'failed' | 'rateLimited' | 'sent' | 'latency';

export type UsageSum = {
  calls: number;
  units: number;
  failed: number;
  rateLimited: number;
  /** Calls that sent a transaction. */
  sent: number;
  bytes: number;
  /** Mean round trip, milliseconds; undefined without a call. */
  latency: number | undefined;
};

const SENDING = new Set(['eth_sendRawTransaction', 'eth_sendTransaction']);

export function sumUsage(counts: readonly CallCount[], weights: Weights): UsageSum {
  const sum = { calls: 0, units: 0, failed: 0, rateLimited: 0, sent: 0, bytes: 0 };
  let milliseconds = 0;
  for (const count of counts) {
    sum.calls += count.calls;
    sum.units += count.calls * weightOf(weights, count.method);
    sum.failed += count.failed;
    sum.rateLimited += count.rateLimited;
    sum.sent += SENDING.has(count.method) ? count.calls : 0;
    sum.bytes += count.bytes;
    milliseconds += count.milliseconds;
  }
  return { ...sum, latency: sum.calls === 0 ? undefined : milliseconds / sum.calls };
}

/** Returns the value of a category; a latency of no call is 0. */
export function usageValue(sum: UsageSum, category: UsageCategory): number {
  return sum[category] ?? 0;
}

export type UsageGroup = { key: string; sum: UsageSum };

/** Sums by a text of each count, the most calls first. */
export function groupUsage(
  counts: readonly CallCount[],
  weights: Weights,
  keyOf: (count: CallCount) => string,
): readonly UsageGroup[] {
  const groups = groupBy(counts, keyOf);
  return [...groups]
    .map(([key, of]) => ({ key, sum: sumUsage(of, weights) }))
    .sort((a, b) => b.sum.calls - a.sum.calls || a.key.localeCompare(b.key));
}

function groupBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** Sums of each period from `first` to the one of `now`, oldest first; times are where the periods begin, milliseconds. */
export function usageOverTime(
  counts: readonly CallCount[],
  weights: Weights,
  { first, now, period }: { first: number; now: number; period: number },
): readonly { time: number; sum: UsageSum }[] {
  const start = (time: number) => Math.floor(time / period) * period;
  const groups = groupBy(counts, ({ hour }) => start(hour));
  const times = Array.from({ length: (start(now) - start(first)) / period + 1 }, (_, at) => start(first) + at * period);
  return times.map((time) => ({ time, sum: sumUsage(groups.get(time) ?? [], weights) }));
}

/** What an endpoint may be asked: so many units in so many days, which begin at a day of the month where they are a month. */
export type Quota = { units: number; days: 1 | 30 };

export type QuotaState = {
  used: number;
  /** Never below 0. */
  left: number;
  /** When the count begins anew, milliseconds. */
  resetsAt: number;
  /** Units that will be used at that time if it goes on as in the last seven days. */
  forecast: number;
};

/** Returns when the period of a quota began, ms: at midnight, or on the first of the month, both UTC. */
export function quotaStart({ days }: Quota, now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), days === 1 ? date.getUTCDate() : 1);
}

/** Returns how much of a quota is used. `counts` are the endpoint's, of at least the last seven days and the period. */
export function quotaState(quota: Quota, counts: readonly CallCount[], weights: Weights, now: number): QuotaState {
  const from = quotaStart(quota, now);
  const start = new Date(from);
  const resetsAt = quota.days === 1 ? from + DAY : Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1);
  const used = sumUsage(
    counts.filter(({ hour }) => hour >= from),
    weights,
  ).units;
  const lately = counts.filter(({ hour }) => hour >= now - 7 * DAY);
  const since = Math.min(...lately.map(({ hour }) => hour), now);
  // A day at least: the first minutes of use say little about a week.
  const perMillisecond = sumUsage(lately, weights).units / Math.max(now - since, DAY);
  return {
    used,
    left: Math.max(0, quota.units - used),
    resetsAt,
    forecast: Math.round(used + perMillisecond * (resetsAt - now)),
  };
}
