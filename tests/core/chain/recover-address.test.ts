import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { expect, test } from 'vitest';
import { recoverAddress } from '../../../src/core/chain/recover-address';

const hex = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('hex');
const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));
const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const word = (value: bigint) => value.toString(16).padStart(64, '0');

/** What the library of curves recovers. */
function byLibrary(hash: Uint8Array, parity: number, signature: Uint8Array): string | undefined {
  try {
    const key = secp256k1.Signature.fromBytes(signature, 'compact').addRecoveryBit(parity).recoverPublicKey(hash);
    return hex(keccak_256(key.toBytes(false).subarray(1)).slice(12));
  } catch {
    return undefined;
  }
}

test('the signer of the transaction in EIP-155', () => {
  const hash = bytes('daf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53');
  const r = 0x28ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276n;
  const s = 0x67cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83n;
  // The key is 0x4646…46, and v is 37.
  expect(hex(recoverAddress(hash, 0, bytes(word(r) + word(s))))).toBe('9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f');
});

test('the same address as the library of curves recovers, of random hashes and numbers', () => {
  // As random as need be, and the same at every run.
  const randomBytes = (seed: number) => keccak_256(Uint8Array.of(seed));
  let signers = 0;
  for (let round = 0; round < 24; round++) {
    const hash = randomBytes(3 * round);
    const signature = Uint8Array.of(...randomBytes(3 * round + 1), ...randomBytes(3 * round + 2));
    const recovered = hex(recoverAddress(hash, round % 2, signature));
    expect(recovered).toBe(byLibrary(hash, round % 2, signature));
    if (recovered !== undefined) signers++;
  }
  // Half of all numbers are the x of a point.
  expect(signers).toBeGreaterThan(4);
});

test('a hash of zeros, of ones and above the order of the group', () => {
  const signature = bytes(word(5n) + word(7n));
  for (const hash of ['00'.repeat(32), 'ff'.repeat(32), word(N), word(1n)]) {
    for (const parity of [0, 1]) {
      expect(hex(recoverAddress(bytes(hash), parity, signature))).toBe(byLibrary(bytes(hash), parity, signature));
    }
  }
});

test('a point that is reached by doubling, and the one at infinity', () => {
  const x = 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n;
  const generator = (s: bigint, z: bigint) => [bytes(word(z)), bytes(word(x) + word(s))] as const;
  // R is G: the key is (s - z) / r times G.
  for (const [s, z] of [
    [4n, 3n],
    [1n, N - 1n],
    [3n, 3n],
  ] as const) {
    const [hash, signature] = generator(s, z);
    expect(hex(recoverAddress(hash, 0, signature))).toBe(byLibrary(hash, 0, signature));
  }
  const [hash, signature] = generator(3n, 3n);
  expect(recoverAddress(hash, 0, signature)).toBeUndefined();
});

test('numbers outside the group, a parity that is none and a text that is short sign nothing', () => {
  const hash = new Uint8Array(32).fill(1);
  for (const [r, s] of [
    [0n, 1n],
    [1n, 0n],
    [N, 1n],
    [1n, N],
    // Five is the x of no point.
    [5n, 1n],
  ] as const) {
    const signature = bytes(word(r) + word(s));
    expect(hex(recoverAddress(hash, 0, signature))).toBe(byLibrary(hash, 0, signature));
  }
  expect(recoverAddress(hash, 2, bytes(word(1n) + word(1n)))).toBeUndefined();
  expect(recoverAddress(hash, 0, bytes(word(1n)))).toBeUndefined();
});
