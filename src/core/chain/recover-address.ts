/** The arithmetic of the curve that keys of accounts are of: large, so it is imported dynamically, where a signature is looked at. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

/** Returns the 20-byte address that signed `hash` with the signature r ++ s, undefined when there is none. */
export function recoverAddress(hash: Uint8Array, yParity: number, signature: Uint8Array): Uint8Array | undefined {
  try {
    const key = secp256k1.Signature.fromBytes(signature, 'compact')
      .addRecoveryBit(yParity)
      .recoverPublicKey(hash)
      .toBytes(false);
    return keccak_256(key.subarray(1)).slice(12);
  } catch {
    return undefined; // r or s out of range, or no point with that x
  }
}
