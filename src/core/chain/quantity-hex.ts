import type { Hex } from './primitives';

/** Returns a number as JSON-RPC writes a quantity: 0x and its digits, none of them a leading zero. */
export function quantityHex(value: number | bigint): Hex {
  return `0x${value.toString(16)}`;
}
