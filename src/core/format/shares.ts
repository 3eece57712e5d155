/** Shares of a whole as percentages that add up. */

/** Hundredths of a percent in the whole. */
const WHOLE = 10_000;

/**
 * What percentage each part is of all together, with at most two digits of
 * fraction; rounded so that they add up to 100, by the largest remainder. Zeros
 * where there is nothing to share. Parts are not negative.
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
