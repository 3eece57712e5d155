/** 0x01 to 0x04 and 0x09: signature recovery, hashes, identity, the BLAKE2b compression function (EIP-152). */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 as ripemd } from '@noble/hashes/legacy.js';
import { sha256 as sha } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { charge, EMPTY, type Precompile, slice, toBigInt } from './result';

const words = (input: Uint8Array) => Math.ceil(input.length / 32);

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

export const sha256: Precompile = (input, gas) => charge(60 + 12 * words(input), gas, () => sha(input));

export const ripemd160: Precompile = (input, gas) =>
  charge(600 + 120 * words(input), gas, () => {
    const output = new Uint8Array(32);
    output.set(ripemd(input), 12);
    return output;
  });

export const identity: Precompile = (input, gas) => charge(15 + 3 * words(input), gas, () => input.slice());

const IV = new BigUint64Array([
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
]);
const SIGMA = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];
const MASK = 0xffffffffffffffffn;

function rotate(value: bigint, by: bigint): bigint {
  return ((value >> by) | (value << (64n - by))) & MASK;
}

/** BLAKE2b's F (RFC 7693) with the round count of the input; one gas a round. */
export const blake2f: Precompile = (input, gas) => {
  if (input.length !== 213) return { ok: false, error: 'invalid input length' };
  const view = new DataView(input.buffer, input.byteOffset, input.length);
  const rounds = view.getUint32(0);
  if (input[212] > 1) return { ok: false, error: 'invalid final flag' };
  return charge(rounds, gas, () => {
    const h = Array.from({ length: 8 }, (_, i) => view.getBigUint64(4 + 8 * i, true));
    const m = Array.from({ length: 16 }, (_, i) => view.getBigUint64(68 + 8 * i, true));
    const v = [...h, ...IV];
    v[12] ^= view.getBigUint64(196, true);
    v[13] ^= view.getBigUint64(204, true);
    if (input[212] === 1) v[14] ^= MASK;
    const mix = (a: number, b: number, c: number, d: number, x: bigint, y: bigint) => {
      v[a] = (v[a] + v[b] + x) & MASK;
      v[d] = rotate(v[d] ^ v[a], 32n);
      v[c] = (v[c] + v[d]) & MASK;
      v[b] = rotate(v[b] ^ v[c], 24n);
      v[a] = (v[a] + v[b] + y) & MASK;
      v[d] = rotate(v[d] ^ v[a], 16n);
      v[c] = (v[c] + v[d]) & MASK;
      v[b] = rotate(v[b] ^ v[c], 63n);
    };
    for (let round = 0; round < rounds; round++) {
      const s = SIGMA[round % 10];
      mix(0, 4, 8, 12, m[s[0]], m[s[1]]);
      mix(1, 5, 9, 13, m[s[2]], m[s[3]]);
      mix(2, 6, 10, 14, m[s[4]], m[s[5]]);
      mix(3, 7, 11, 15, m[s[6]], m[s[7]]);
      mix(0, 5, 10, 15, m[s[8]], m[s[9]]);
      mix(1, 6, 11, 12, m[s[10]], m[s[11]]);
      mix(2, 7, 8, 13, m[s[12]], m[s[13]]);
      mix(3, 4, 9, 14, m[s[14]], m[s[15]]);
    }
    const output = new Uint8Array(64);
    const out = new DataView(output.buffer);
    for (let i = 0; i < 8; i++) out.setBigUint64(8 * i, h[i] ^ v[i] ^ v[i + 8], true);
    return output;
  });
};
