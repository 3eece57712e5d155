/** Scalars as RLP has them in Ethereum's structures (yellow paper, appendix B). */
import type { Hex } from './primitives';

/** What RLP is made of: bytes as hex, or a list. */
export type RlpItem = Hex | readonly RlpItem[];

/** Encodes a non-negative integer, big endian without leading zeros; zero is the empty string. */
export function rlpScalar(value: number | bigint): Hex {
  if (BigInt(value) === 0n) return '0x';
  const digits = value.toString(16);
  return `0x${digits.length % 2 === 0 ? '' : '0'}${digits}`;
}
