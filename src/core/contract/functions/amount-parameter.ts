/** Which parameters of a function are amounts, so that they can be typed in a unit instead of the smallest one. */

/** Bits that an amount of 18 decimals needs at least: 2^64 is eighteen of them. */
const MIN_WIDTH = 64;
const WORDS =
  /^(amounts?|values?|wad|assets?|shares?|supply|balance|deposit|price|fee|wei|ether|eth|tokens?|stake|reward|premium|collateral|debt|liquidity|allowance|cap)$/;

/**
 * Returns whether an unsigned integer of this name and width in bits is likely an amount: one of its words says so,
 * and none says that it counts something else.
 */
export function isAmountParameter(name: string, width: number, signed: boolean): boolean {
  if (signed || width < MIN_WIDTH) return false;
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  return (
    words.some((word) => WORDS.test(word)) && !words.some((word) => /^(id|ids|index|count|bps|deadline)$/.test(word))
  );
}
