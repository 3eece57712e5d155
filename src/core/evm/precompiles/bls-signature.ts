/** Signatures of many on BLS12-381, as Ethereum's consensus layer makes them: keys in G1, signatures in G2. */
import { bls12_381 } from '@noble/curves/bls12-381.js';

const { longSignatures } = bls12_381;
const DOMAIN = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_';

/** Returns whether all keys signed the message together. Throws on bytes that are no point of the groups, and on a key that is nothing. */
export function verifyTogether(message: Uint8Array, signature: Uint8Array, keys: readonly Uint8Array[]): boolean {
  const signed = bls12_381.G2.Point.fromBytes(signature);
  signed.assertValidity();
  const points = keys.map((key) => {
    const point = bls12_381.G1.Point.fromBytes(key);
    point.assertValidity();
    if (point.is0()) throw new Error('a key is nothing');
    return point;
  });
  const together = longSignatures.aggregatePublicKeys(points);
  // Both cancel: noble refuses to pair what is nothing.
  if (together.is0() || signed.is0()) return together.is0() && signed.is0();
  return longSignatures.verify(signed, longSignatures.hash(message, DOMAIN), together);
}
