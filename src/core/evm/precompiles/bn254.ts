/** 0x06 to 0x08: addition, multiplication and pairing on alt_bn128 (EIP-196, EIP-197), priced by EIP-1108. */
import { bn254 } from '@noble/curves/bn254.js';
import { Fork } from '../rules/forks';
import { charge, fromBigInt, type Precompile, slice, toBigInt } from './result';

const { Fp, Fp2, Fp12 } = bn254.fields;
const G1 = bn254.G1.Point;
const G2 = bn254.G2.Point;

function coordinate(bytes: Uint8Array): bigint {
  const value = toBigInt(bytes);
  if (value >= Fp.ORDER) throw new Error('bn256: coordinate exceeds modulus');
  return value;
}

function pointG1(bytes: Uint8Array) {
  const x = coordinate(bytes.subarray(0, 32));
  const y = coordinate(bytes.subarray(32, 64));
  if (x === 0n && y === 0n) return G1.ZERO;
  return checked(() => {
    const point = G1.fromAffine({ x, y });
    point.assertValidity();
    return point;
  });
}

function pointG2(bytes: Uint8Array) {
  const [x1, x0, y1, y0] = [0, 32, 64, 96].map((at) => coordinate(bytes.subarray(at, at + 32)));
  if (x0 === 0n && x1 === 0n && y0 === 0n && y1 === 0n) return G2.ZERO;
  return checked(() => {
    const point = G2.fromAffine({ x: Fp2.fromBigTuple([x0, x1]), y: Fp2.fromBigTuple([y0, y1]) });
    point.assertValidity();
    return point;
  });
}

function checked<T>(make: () => T): T {
  try {
    return make();
  } catch {
    throw new Error('bn256: malformed point');
  }
}

function encode(point: InstanceType<typeof G1>): Uint8Array {
  const output = new Uint8Array(64);
  if (point.is0()) return output;
  const { x, y } = point.toAffine();
  output.set(fromBigInt(x, 32), 0);
  output.set(fromBigInt(y, 32), 32);
  return output;
}

export const bn254Add: Precompile = (input, gas, fork) =>
  charge(fork >= Fork.istanbul ? 150 : 500, gas, () =>
    encode(pointG1(slice(input, 0, 64)).add(pointG1(slice(input, 64, 64)))),
  );

export const bn254Mul: Precompile = (input, gas, fork) =>
  charge(fork >= Fork.istanbul ? 6000 : 40000, gas, () => {
    const scalar = toBigInt(slice(input, 64, 32)) % bn254.fields.Fr.ORDER;
    const point = pointG1(slice(input, 0, 64));
    return encode(scalar === 0n ? G1.ZERO : point.multiplyUnsafe(scalar));
  });

export const bn254Pairing: Precompile = (input, gas, fork) => {
  const pairs = Math.floor(input.length / 192);
  const price = fork >= Fork.istanbul ? 45000 + 34000 * pairs : 100000 + 80000 * pairs;
  return charge(price, gas, () => {
    if (input.length % 192 !== 0) throw new Error('bad elliptic curve pairing size');
    const points: { g1: InstanceType<typeof G1>; g2: InstanceType<typeof G2> }[] = [];
    for (let i = 0; i < pairs; i++) {
      const g1 = pointG1(input.subarray(i * 192, i * 192 + 64));
      const g2 = pointG2(input.subarray(i * 192 + 64, i * 192 + 192));
      // A pairing with the point at infinity is one, and the library refuses it.
      if (!g1.is0() && !g2.is0()) points.push({ g1, g2 });
    }
    const output = new Uint8Array(32);
    if (points.length === 0 || Fp12.eql(bn254.pairingBatch(points), Fp12.ONE)) output[31] = 1;
    return output;
  });
};
