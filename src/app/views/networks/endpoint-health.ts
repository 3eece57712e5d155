/** Figures of how an endpoint fares. */
import type { CallCount } from '../../../core/usage/usage';

/** Blocks that an endpoint may be behind another one without lagging: they were not asked at the same moment. */
const TOLERATED = 2;

/** Returns how many blocks an endpoint is behind the highest one, 0 where the difference is small enough to mean nothing. */
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
