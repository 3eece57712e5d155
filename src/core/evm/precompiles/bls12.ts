/** 0x0b to 0x11: operations on BLS12-381 (EIP-2537). */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { charge, fromBigInt, type Precompile, toBigInt } from './result';

const { Fp, Fp2, Fp12, Fr } = bls12_381.fields;
const G1 = bls12_381.G1.Point;
const G2 = bls12_381.G2.Point;
type PointG1 = InstanceType<typeof G1>;
type PointG2 = InstanceType<typeof G2>;

// The library's types say otherwise; these are the shapes it takes and gives.
const mapToG1 = bls12_381.G1.mapToCurve as unknown as (scalar: bigint) => PointG1;
const mapToG2 = bls12_381.G2.mapToCurve as unknown as (scalars: bigint[]) => PointG2;

function field(bytes: Uint8Array): bigint {
  for (let i = 0; i < 16; i++) if (bytes[i] !== 0) throw new Error('invalid field element top bytes');
  const value = toBigInt(bytes.subarray(16, 64));
  if (value >= Fp.ORDER) throw new Error('invalid fp.Element encoding');
  return value;
}

function onCurveG1(bytes: Uint8Array): PointG1 {
  const x = field(bytes.subarray(0, 64));
  const y = field(bytes.subarray(64, 128));
  if (x === 0n && y === 0n) return G1.ZERO;
  if (!Fp.eql(Fp.sqr(y), Fp.add(Fp.mul(Fp.sqr(x), x), 4n))) throw new Error('invalid point: not on curve');
  return G1.fromAffine({ x, y });
}

function onCurveG2(bytes: Uint8Array): PointG2 {
  const x = Fp2.fromBigTuple([field(bytes.subarray(0, 64)), field(bytes.subarray(64, 128))]);
  const y = Fp2.fromBigTuple([field(bytes.subarray(128, 192)), field(bytes.subarray(192, 256))]);
  if (Fp2.is0(x) && Fp2.is0(y)) return G2.ZERO;
  const b = Fp2.fromBigTuple([4n, 4n]);
  if (!Fp2.eql(Fp2.sqr(y), Fp2.add(Fp2.mul(Fp2.sqr(x), x), b))) throw new Error('invalid point: not on curve');
  return G2.fromAffine({ x, y });
}

function subgroupG1(bytes: Uint8Array): PointG1 {
  const point = onCurveG1(bytes);
  if (!point.is0() && !point.isTorsionFree()) throw new Error('g1 point is not on correct subgroup');
  return point;
}

function subgroupG2(bytes: Uint8Array): PointG2 {
  const point = onCurveG2(bytes);
  if (!point.is0() && !point.isTorsionFree()) throw new Error('g2 point is not on correct subgroup');
  return point;
}

function encodeG1(point: PointG1): Uint8Array {
  const output = new Uint8Array(128);
  if (point.is0()) return output;
  const { x, y } = point.toAffine();
  output.set(fromBigInt(x, 48), 16);
  output.set(fromBigInt(y, 48), 80);
  return output;
}

function encodeG2(point: PointG2): Uint8Array {
  const output = new Uint8Array(256);
  if (point.is0()) return output;
  const { x, y } = point.toAffine();
  [x.c0, x.c1, y.c0, y.c1].forEach((part, i) => {
    output.set(fromBigInt(part, 48), i * 64 + 16);
  });
  return output;
}

const badLength = () => ({ ok: false as const, error: 'invalid input length' });

export const blsG1Add: Precompile = (input, gas) =>
  input.length !== 256
    ? gas < 375
      ? { ok: false }
      : badLength()
    : charge(375, gas, () => encodeG1(onCurveG1(input.subarray(0, 128)).add(onCurveG1(input.subarray(128)))));

export const blsG2Add: Precompile = (input, gas) =>
  input.length !== 512
    ? gas < 600
      ? { ok: false }
      : badLength()
    : charge(600, gas, () => encodeG2(onCurveG2(input.subarray(0, 256)).add(onCurveG2(input.subarray(256)))));

// Discounts per thousand for 1 to 128 pairs (EIP-2537).
const DISCOUNT_G1 = [
  1000, 949, 848, 797, 764, 750, 738, 728, 719, 712, 705, 698, 692, 687, 682, 677, 673, 669, 665, 661, 658, 654, 651,
  648, 645, 642, 640, 637, 635, 632, 630, 627, 625, 623, 621, 619, 617, 615, 613, 611, 609, 608, 606, 604, 603, 601,
  599, 598, 596, 595, 593, 592, 591, 589, 588, 586, 585, 584, 582, 581, 580, 579, 577, 576, 575, 574, 573, 572, 570,
  569, 568, 567, 566, 565, 564, 563, 562, 561, 560, 559, 558, 557, 556, 555, 554, 553, 552, 551, 550, 549, 548, 547,
  547, 546, 545, 544, 543, 542, 541, 540, 540, 539, 538, 537, 536, 536, 535, 534, 533, 532, 532, 531, 530, 529, 528,
  528, 527, 526, 525, 525, 524, 523, 522, 522, 521, 520, 520, 519,
];
const DISCOUNT_G2 = [
  1000, 1000, 923, 884, 855, 832, 812, 796, 782, 770, 759, 749, 740, 732, 724, 717, 711, 704, 699, 693, 688, 683, 679,
  674, 670, 666, 663, 659, 655, 652, 649, 646, 643, 640, 637, 634, 632, 629, 627, 624, 622, 620, 618, 615, 613, 611,
  609, 607, 606, 604, 602, 600, 598, 597, 595, 593, 592, 590, 589, 587, 586, 584, 583, 582, 580, 579, 578, 576, 575,
  574, 573, 571, 570, 569, 568, 567, 566, 565, 563, 562, 561, 560, 559, 558, 557, 556, 555, 554, 553, 552, 552, 551,
  550, 549, 548, 547, 546, 545, 545, 544, 543, 542, 541, 541, 540, 539, 538, 537, 537, 536, 535, 535, 534, 533, 532,
  532, 531, 530, 530, 529, 528, 528, 527, 526, 526, 525, 524, 524,
];

function multiExpPrice(pairs: number, each: number, discounts: readonly number[]): number {
  if (pairs === 0) return 0;
  return Math.floor((pairs * each * discounts[Math.min(pairs, 128) - 1]) / 1000);
}

export const blsG1MultiExp: Precompile = (input, gas) => {
  const pairs = Math.floor(input.length / 160);
  return charge(multiExpPrice(pairs, 12000, DISCOUNT_G1), gas, () => {
    if (pairs === 0 || input.length % 160 !== 0) throw new Error('invalid input length');
    let sum = G1.ZERO;
    for (let i = 0; i < pairs; i++) {
      const point = subgroupG1(input.subarray(i * 160, i * 160 + 128));
      const scalar = toBigInt(input.subarray(i * 160 + 128, i * 160 + 160)) % Fr.ORDER;
      if (scalar !== 0n) sum = sum.add(point.multiplyUnsafe(scalar));
    }
    return encodeG1(sum);
  });
};

export const blsG2MultiExp: Precompile = (input, gas) => {
  const pairs = Math.floor(input.length / 288);
  return charge(multiExpPrice(pairs, 22500, DISCOUNT_G2), gas, () => {
    if (pairs === 0 || input.length % 288 !== 0) throw new Error('invalid input length');
    let sum = G2.ZERO;
    for (let i = 0; i < pairs; i++) {
      const point = subgroupG2(input.subarray(i * 288, i * 288 + 256));
      const scalar = toBigInt(input.subarray(i * 288 + 256, i * 288 + 288)) % Fr.ORDER;
      if (scalar !== 0n) sum = sum.add(point.multiplyUnsafe(scalar));
    }
    return encodeG2(sum);
  });
};

export const blsPairing: Precompile = (input, gas) => {
  const pairs = Math.floor(input.length / 384);
  return charge(37700 + 32600 * pairs, gas, () => {
    if (pairs === 0 || input.length % 384 !== 0) throw new Error('invalid input length');
    const points: { g1: PointG1; g2: PointG2 }[] = [];
    for (let i = 0; i < pairs; i++) {
      const g1 = subgroupG1(input.subarray(i * 384, i * 384 + 128));
      const g2 = subgroupG2(input.subarray(i * 384 + 128, i * 384 + 384));
      if (!g1.is0() && !g2.is0()) points.push({ g1, g2 });
    }
    const output = new Uint8Array(32);
    if (points.length === 0 || Fp12.eql(bls12_381.pairingBatch(points), Fp12.ONE)) output[31] = 1;
    return output;
  });
};

export const blsMapG1: Precompile = (input, gas) =>
  charge(5500, gas, () => {
    if (input.length !== 64) throw new Error('invalid input length');
    return encodeG1(mapToG1(field(input)));
  });

export const blsMapG2: Precompile = (input, gas) =>
  charge(23800, gas, () => {
    if (input.length !== 128) throw new Error('invalid input length');
    return encodeG2(mapToG2([field(input.subarray(0, 64)), field(input.subarray(64))]));
  });
