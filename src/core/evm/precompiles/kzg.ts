/** 0x0a: KZG point evaluation (EIP-4844). */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { charge, fromBigInt, type Precompile, toBigInt } from './result';

const { Fp12, Fr } = bls12_381.fields;
const G1 = bls12_381.G1.Point;
const G2 = bls12_381.G2.Point;
type PointG1 = InstanceType<typeof G1>;

/** [τ]₂ of the KZG ceremony: all of the trusted setup that checking a single opening needs. */
const TAU_G2 =
  'b5bfd7dd8cdeb128843bc287230af38926187075cbfbefa81009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72185cbfee53492714734429b7b38608e23926c911cceceac9a36851477ba4c60b087041de621000edc98edada20c1def2';
/** FIELD_ELEMENTS_PER_BLOB and BLS_MODULUS, 32 bytes each. */
const KZG_RETURN = new Uint8Array(64);
KZG_RETURN.set(fromBigInt(4096n, 32), 0);
KZG_RETURN.set(fromBigInt(Fr.ORDER, 32), 32);

/** Checks that the blob's polynomial takes the value y at z (EIP-4844, verify_kzg_proof). */
export const kzgPointEvaluation: Precompile = (input, gas) =>
  charge(50000, gas, () => {
    if (input.length !== 192) throw new Error('invalid input length');
    const commitment = input.subarray(96, 144);
    const hash = sha256(commitment);
    hash[0] = 1;
    for (let i = 0; i < 32; i++) if (hash[i] !== input[i]) throw new Error('mismatched versioned hash');
    const z = toBigInt(input.subarray(32, 64));
    const y = toBigInt(input.subarray(64, 96));
    if (z >= Fr.ORDER || y >= Fr.ORDER) throw new Error('error verifying kzg proof: invalid scalar');
    const commitmentPoint = compressedG1(commitment);
    const proof = compressedG1(input.subarray(144, 192));
    const tau = G2.fromHex(TAU_G2);
    // e(C - [y]₁, -[1]₂) · e(proof, [τ - z]₂) = 1
    const left = y === 0n ? commitmentPoint : commitmentPoint.subtract(G1.BASE.multiplyUnsafe(y));
    const right = z === 0n ? tau : tau.subtract(G2.BASE.multiplyUnsafe(z));
    const pairs = [
      { g1: left, g2: G2.BASE.negate() },
      { g1: proof, g2: right },
    ].filter(({ g1, g2 }) => !g1.is0() && !g2.is0());
    if (pairs.length > 0 && !Fp12.eql(bls12_381.pairingBatch(pairs), Fp12.ONE))
      throw new Error("error verifying kzg proof: can't verify opening proof");
    return KZG_RETURN.slice();
  });

function compressedG1(bytes: Uint8Array): PointG1 {
  try {
    // The point at infinity is 0xc0 and zeros.
    if (bytes[0] === 0xc0 && bytes.subarray(1).every((byte) => byte === 0)) return G1.ZERO;
    const point = G1.fromBytes(bytes);
    point.assertValidity();
    if (point.isTorsionFree()) return point;
  } catch {
    // Falls through: whatever is wrong with it, it is no point.
  }
  throw new Error('invalid point: not on curve');
}
