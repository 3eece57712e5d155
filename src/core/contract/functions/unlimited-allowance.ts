/** Allowances without a limit. */

/** Bits of the words in which tokens keep amounts, besides those of the parameter: UNI keeps 96, Permit2 160. */
const NARROWER = [96, 128, 160];

/**
 * Returns whether an allowance in an unsigned integer of `bits` bits is meant without a limit: all bits of the integer, or of a
 * narrower one that amounts are kept in, are ones, or the highest of the integer is. The latter is more than any token has,
 * and is what some tokens leave of an allowance without limit when it is spent from.
 */
export function isUnlimitedAllowance(amount: bigint, bits: number): boolean {
  if (bits < 96) return false;
  return (
    amount >> BigInt(bits - 1) === 1n || NARROWER.some((size) => size < bits && amount === (1n << BigInt(size)) - 1n)
  );
}
