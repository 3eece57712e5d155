/**
 * Blobs without a trusted setup.
 *
 * When all 4,096 field elements of a blob are the same number c, the polynomial
 * through them is the constant c: its commitment is c times the generator, and
 * the quotient every KZG proof commits to is zero, the point at infinity
 * (EIP-4844, "polynomial commitments").
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, type Hex, stringToBytes } from 'viem';

const fieldElements = 4096;
const pointAtInfinity: Hex = `0xc0${'00'.repeat(47)}`;

/** A blob that repeats `text` (at most 31 bytes) in every field element, with its commitment, proof and versioned hash. */
export function constantBlob(text: string): { blob: Hex; commitment: Hex; proof: Hex; versionedHash: Hex } {
  const element = new Uint8Array(32);
  element.set(stringToBytes(text, { size: 31 }), 1);
  const elementHex = bytesToHex(element);
  const point = bls12_381.G1.Point.BASE.multiply(BigInt(elementHex));
  const commitment = point.toBytes(true);
  const versionedHash = sha256(commitment);
  versionedHash[0] = 1;
  return {
    blob: `0x${elementHex.slice(2).repeat(fieldElements)}`,
    commitment: bytesToHex(commitment),
    proof: pointAtInfinity,
    versionedHash: bytesToHex(versionedHash),
  };
}
