/** Returns the smaller of two integers. */
export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
