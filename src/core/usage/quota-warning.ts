/** Which quotas are to be warned of: used to a large part, or used up. */
import { type CallCount, type Quota, type QuotaState, quotaStart, quotaState } from './usage';
import type { Weights } from './weight-limits';

/** Part of a quota from which on the reader is warned. */
export const WARNED_FROM = 0.8;

export type QuotaWarning = {
  endpoint: string;
  quota: Quota;
  state: QuotaState;
  /** Names this warning of this period, so that it is given once: another comes when the quota is used up. */
  id: string;
};

/** `counts` are of at least the last seven days and the periods of all quotas. */
export function quotaWarnings(
  quotas: Readonly<Record<string, Quota>>,
  counts: readonly CallCount[],
  weights: Weights,
  now: number,
): readonly QuotaWarning[] {
  return Object.entries(quotas).flatMap(([endpoint, quota]) => {
    const own = counts.filter((count) => count.endpoint === endpoint);
    const state = quotaState(quota, own, weights, now);
    if (state.used < quota.units * WARNED_FROM) return [];
    const id = `${endpoint} ${quotaStart(quota, now)} ${quota.units} ${state.left === 0 ? 'used up' : 'tight'}`;
    return [{ endpoint, quota, state, id }];
  });
}
