/** The base fee of the next block of the OP Stack, by what its headers say (Holocene and Jovian, exec-engine.md). */
import { gasLimitOf } from '../../../chain/transaction';
import type { HeaderBefore } from '../family';

/** Digits of `0x` and the version of the extra data. */
const VERSION = 4;
/** Digits of a number of four bytes. */
const NUMBER = 8;

/** Returns the base fee after a block whose extra data has its parameters; undefined for earlier ones, and for development nodes, which have none. */
export function opBaseFeeAfter(parent: HeaderBefore, leastBefore = 0n): bigint | undefined {
  const { baseFeePerGas: fee, extraData = '0x', gasUsed, blobGasUsed = 0 } = parent;
  const isJovian = /^0x01[0-9a-f]{32}$/i.test(extraData);
  if (fee === undefined || !(isJovian || /^0x00[0-9a-f]{16}$/i.test(extraData))) return undefined;
  const numberAt = (start: number, digits: number) => BigInt(`0x${extraData.slice(start, start + digits)}`);
  const denominator = numberAt(VERSION, NUMBER);
  const elasticity = numberAt(VERSION + NUMBER, NUMBER);
  if (denominator === 0n || elasticity === 0n) return undefined;
  const least = isJovian ? numberAt(VERSION + 2 * NUMBER, 2 * NUMBER) : leastBefore;
  const target = BigInt(gasLimitOf(parent)) / elasticity;
  // Since Jovian data counts like gas, in the place of the gas of blobs.
  const used = BigInt(isJovian ? Math.max(gasUsed, blobGasUsed) : gasUsed);
  const next = changedBaseFee(fee, used, target, denominator);
  if (next < least) return least;
  return next;
}

/** Returns the base fee after one, by what its block used towards a target, changed by a `denominator`-th at most (EIP-1559). */
export function changedBaseFee(fee: bigint, used: bigint, target: bigint, denominator: bigint): bigint {
  if (used === target || target === 0n) return fee;
  if (used < target) return fee - (fee * (target - used)) / target / denominator;
  const change = (fee * (used - target)) / target / denominator;
  return fee + (change > 1n ? change : 1n);
}
