/** 0x100: signature verification on secp256r1 (EIP-7951; for half the price on rollups before Osaka, RIP-7212). */
import { p256 } from '@noble/curves/nist.js';
import { Fork } from '../rules/forks';
import { charge, EMPTY, type Precompile, toBigInt } from './result';

export const p256Verify: Precompile = (input, gas, fork) =>
  charge(fork >= Fork.osaka ? 6900 : 3450, gas, () => {
    if (input.length !== 160) return EMPTY;
    const x = toBigInt(input.subarray(96, 128));
    const y = toBigInt(input.subarray(128, 160));
    if (!verify(input.subarray(0, 32), input.subarray(32, 96), x, y)) return EMPTY;
    const output = new Uint8Array(32);
    output[31] = 1;
    return output;
  });

function verify(hash: Uint8Array, signature: Uint8Array, x: bigint, y: bigint): boolean {
  try {
    const point = p256.Point.fromAffine({ x, y });
    point.assertValidity();
    return p256.verify(signature, hash, point.toBytes(false), { prehash: false, lowS: false, format: 'compact' });
  } catch {
    return false; // not a point, or r or s out of range
  }
}
