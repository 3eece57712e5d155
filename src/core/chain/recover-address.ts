/**
 * Who signed: recovery of a public key on the curve secp256k1, y² = x³ + 7 (SEC 1, section 4.1.6; SEC 2, section 2.4.1).
 * Nothing here is secret, so that nothing need take the same time for all inputs. A library of curves has ten times the
 * code, and every first visit waits for it, because each replay checks a sender.
 */
import { keccak } from './keccak';

const P = 2n ** 256n - 2n ** 32n - 977n;
/** Order of the group. */
const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
/** 2^256 modulo P. */
const FOLD = 2n ** 32n + 977n;
const LOW = 2n ** 256n - 1n;

/** A point as x / z², y / z³; z is 0 at infinity. */
type Point = { x: bigint; y: bigint; z: bigint };

const INFINITY: Point = { x: 1n, y: 1n, z: 0n };
const G: Point = {
  x: 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  y: 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
  z: 1n,
};

/** Returns the 20-byte address that signed `hash` with the signature r ++ s, undefined when there is none. */
export function recoverAddress(hash: Uint8Array, yParity: number, signature: Uint8Array): Uint8Array | undefined {
  const r = integerOf(signature, 0);
  const s = integerOf(signature, 32);
  if (signature.length !== 64 || (yParity !== 0 && yParity !== 1)) return undefined;
  if (r === 0n || r >= N || s === 0n || s >= N) return undefined;
  const nonce = pointAt(r, yParity);
  if (nonce === undefined) return undefined;
  const inverse = invert(r, N);
  const key = multiplyBoth(modulo(-integerOf(hash, 0) * inverse, N), modulo(s * inverse, N), nonce);
  if (key.z === 0n) return undefined;
  const z = invert(key.z, P);
  const z2 = reduce(z * z);
  const bytes = new Uint8Array(64);
  writeInteger(reduce(key.x * z2), bytes, 0);
  writeInteger(reduce(key.y * reduce(z2 * z)), bytes, 32);
  return keccak(bytes).slice(12);
}

/** The point with this x and parity of y; undefined where the curve has none. */
function pointAt(x: bigint, parity: number): Point | undefined {
  const square = reduce(reduce(x * x) * x + 7n);
  const root = squareRoot(square);
  if (reduce(root * root) !== square) return undefined;
  return { x, y: Number(root & 1n) === parity ? root : P - root, z: 1n };
}

/** a^((P + 1) / 4). The exponent is 223 ones, a zero, 22 ones, four zeros, two ones and two zeros. */
function squareRoot(a: bigint): bigint {
  /** a^(2^(n + m) - 1), from such powers of n and m. */
  const join = (long: bigint, short: bigint, m: number) => reduce(squared(long, m) * short);
  const a2 = join(a, a, 1);
  const a3 = join(a2, a, 1);
  const a6 = join(a3, a3, 3);
  const a9 = join(a6, a3, 3);
  const a11 = join(a9, a2, 2);
  const a22 = join(a11, a11, 11);
  const a44 = join(a22, a22, 22);
  const a88 = join(a44, a44, 44);
  const a176 = join(a88, a88, 88);
  const a220 = join(a176, a44, 44);
  const a223 = join(a220, a3, 3);
  return squared(join(join(a223, a22, 23), a2, 6), 2);
}

function squared(a: bigint, times: number): bigint {
  let power = a;
  for (let left = times; left > 0; left--) power = reduce(power * power);
  return power;
}

/** u G + v R, with the doublings shared. */
function multiplyBoth(u: bigint, v: bigint, nonce: Point): Point {
  const digits = [signedDigits(u), signedDigits(v)];
  const tables = [oddMultiples(G), oddMultiples(nonce)];
  let sum = INFINITY;
  for (let bit = 256; bit >= 0; bit--) {
    sum = double(sum);
    for (const [which, table] of tables.entries()) {
      const digit = digits[which][bit];
      if (digit > 0) sum = add(sum, table[digit >> 1]);
      if (digit < 0) sum = add(sum, negate(table[-digit >> 1]));
    }
  }
  return sum;
}

/** The digits of k by powers of two, odd ones from -15 to 15, most of them 0 (non-adjacent form of width 5). */
function signedDigits(k: bigint): Int8Array {
  const digits = new Int8Array(257);
  let left = k;
  for (let bit = 0; left > 0n; bit++) {
    if ((left & 1n) === 1n) {
      const low = Number(left & 31n);
      digits[bit] = low > 15 ? low - 32 : low;
      left -= BigInt(digits[bit]);
    }
    left >>= 1n;
  }
  return digits;
}

/** 1, 3, 5 … 15 times the point. */
function oddMultiples(point: Point): readonly Point[] {
  const twice = double(point);
  const multiples = [point];
  for (let at = 1; at < 8; at++) multiples.push(add(multiples[at - 1], twice));
  return multiples;
}

function negate({ x, y, z }: Point): Point {
  return { x, y: P - y, z };
}

function double({ x, y, z }: Point): Point {
  const a = reduce(x * x);
  const b = reduce(y * y);
  const c = reduce(b * b);
  const d = 4n * reduce(x * b);
  const e = 3n * a;
  const x3 = modulo(e * e - 2n * d, P);
  return { x: x3, y: modulo(e * (d - x3) - 8n * c, P), z: reduce(2n * y * z) };
}

function add(a: Point, b: Point): Point {
  if (a.z === 0n) return b;
  if (b.z === 0n) return a;
  const za = reduce(a.z * a.z);
  const zb = reduce(b.z * b.z);
  const xa = reduce(a.x * zb);
  const ya = reduce(a.y * reduce(b.z * zb));
  const h = modulo(b.x * za - xa, P);
  const r = modulo(b.y * reduce(a.z * za) - ya, P);
  if (h === 0n) return r === 0n ? double(a) : INFINITY;
  const h2 = reduce(h * h);
  const h3 = reduce(h * h2);
  const v = reduce(xa * h2);
  const x = modulo(r * r - h3 - 2n * v, P);
  return { x, y: modulo(r * (v - x) - ya * h3, P), z: reduce(reduce(a.z * b.z) * h) };
}

/** Reduces an integer from 0 to 2^514 modulo P. */
function reduce(value: bigint): bigint {
  const once = (value & LOW) + (value >> 256n) * FOLD;
  const twice = (once & LOW) + (once >> 256n) * FOLD;
  return twice >= P ? twice - P : twice;
}

function modulo(value: bigint, by: bigint): bigint {
  const rest = value % by;
  return rest < 0n ? rest + by : rest;
}

/** The inverse of `value`, not 0, by Euclid's algorithm. */
function invert(value: bigint, by: bigint): bigint {
  let [a, b, x, y] = [by, value, 0n, 1n];
  while (b > 0n) {
    const quotient = a / b;
    [a, b, x, y] = [b, a - quotient * b, y, x - quotient * y];
  }
  return modulo(x, by);
}

function integerOf(bytes: Uint8Array, at: number): bigint {
  let digits = '0x0';
  for (const byte of bytes.subarray(at, at + 32)) digits += byte.toString(16).padStart(2, '0');
  return BigInt(digits);
}

function writeInteger(value: bigint, into: Uint8Array, at: number): void {
  let left = value;
  for (let index = at + 31; index >= at; index--) {
    into[index] = Number(left & 255n);
    left >>= 8n;
  }
}
