/** 0x01: whose key signed (Yellow Paper, appendix E). The same recovery says who signed an authorisation (EIP-7702). */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { charge, EMPTY, type Precompile, slice, toBigInt } from '../evm/precompiles/result';

/** The signer's address, or nothing for a signature that is none. */
export const ecrecover: Precompile = (input, gas) =>
  charge(3000, gas, () => {
    const v = toBigInt(slice(input, 32, 32));
    if (v !== 27n && v !== 28n) return EMPTY;
    const address = recoverAddress(slice(input, 0, 32), Number(v) - 27, slice(input, 64, 64));
    if (!address) return EMPTY;
    const output = new Uint8Array(32);
    output.set(address, 12);
    return output;
  });

/** The 20-byte address that signed `hash` with the signature r ++ s, undefined when there is none. */
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
