/** When a rate limit ends, from the headers of an HTTP 429. */

/** Milliseconds that an endpoint is left alone when its answer has no header. */
const DEFAULT_PAUSE = 2_000;
/** A header that is wrong must not lock an endpoint out for good. */
const MAX_PAUSE = 10 * 60_000;

/**
 * Returns when a rate limit ends, milliseconds since the epoch, between `now`
 * and ten minutes later. `retry-after` is seconds or an HTTP date (RFC 9110
 * §10.2.3). The reset headers have no common unit: epoch milliseconds or
 * seconds by size, else a duration, read as milliseconds from 1,000 on, because
 * asking a little early costs less than waiting a thousandfold.
 */
export function rateLimitEnd(headers: Headers, now: number): number {
  const end =
    retryAfter(headers.get('retry-after'), now) ??
    resetHeader(headers.get('x-ratelimit-reset') ?? headers.get('ratelimit-reset'), now) ??
    now + DEFAULT_PAUSE;
  return Math.min(Math.max(end, now), now + MAX_PAUSE);
}

function retryAfter(value: string | null, now: number): number | undefined {
  if (value === null || value.trim() === '') return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return now + seconds * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : date;
}

function resetHeader(value: string | null, now: number): number | undefined {
  const number = Number.parseFloat(value ?? '');
  if (!Number.isFinite(number) || number < 0) return undefined;
  if (number > 1e12) return number;
  if (number > 1e9) return number * 1000;
  return now + (number >= 1000 ? number : number * 1000);
}
