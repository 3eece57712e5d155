/** Shares of a whole as percentages that add up. */

/** Hundredths of a percent in the whole. */
const WHOLE = 10_000;

/**
 * Returns each part as a percentage of the sum, with at most two digits of
 * fraction, rounded by the largest remainder so that they add up to 100. Zeros
 * where the sum is 0. Parts are not negative.
 */
export function sharesOf(parts: readonly number[]): number[] {
  const sum = parts.reduce((all, part) => all + part, 0);
  if (!(sum > 0)) return parts.map(() => 0);
  const exact = parts.map((part) => (part / sum) * WHOLE);
  const shares = exact.map(Math.floor);
  const left = WHOLE - shares.reduce((all, share) => all + share, 0);
  const byRemainder = exact.map((share, at) => [share - (shares[at] ?? 0), at] as const).sort(([a], [b]) => b - a);
  for (const [, at] of byRemainder.slice(0, left)) shares[at] = (shares[at] ?? 0) + 1;
  return shares.map((share) => share / 100);
}
