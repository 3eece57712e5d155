/** Figures of how an endpoint fares. */
import type { CallCount } from '../../../core/usage/usage';

/** Blocks that an endpoint may be behind another one without lagging: they were not asked at the same moment. */
const TOLERATED = 2;

/** How many blocks an endpoint is behind the highest one, 0 where that says nothing. */
export function lagOf(blockNumber: number, highest: number | undefined): number {
  const behind = (highest ?? blockNumber) - blockNumber;
  return behind > TOLERATED ? behind : 0;
}

/** Sums of calls, and the mean round trip in milliseconds; undefined without a call. */
export function dayOf(
  counts: readonly CallCount[],
): { calls: number; failed: number; rateLimited: number; latency: number } | undefined {
  const sum = { calls: 0, failed: 0, rateLimited: 0, milliseconds: 0 };
  for (const { calls, failed, rateLimited, milliseconds } of counts) {
    sum.calls += calls;
    sum.failed += failed;
    sum.rateLimited += rateLimited;
    sum.milliseconds += milliseconds;
  }
  const { milliseconds, ...rest } = sum;
  return sum.calls === 0 ? undefined : { ...rest, latency: milliseconds / sum.calls };
}
