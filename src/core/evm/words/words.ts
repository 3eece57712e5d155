/**
 * 256-bit words as eight 32-bit limbs, least significant first, inside a
 * larger Uint32Array: `a`, `b` and `r` are indexes of the first limb.
 *
 * Operations read their operands whole before they write, so `r` may be `a`
 * or `b`. Nothing here allocates. Products and quotients are in arithmetic.ts.
 * Semantics: Ethereum Yellow Paper, appendix H.
 */
export type Limbs = Uint32Array;

export const LIMBS = 8;

export function copy(w: Limbs, a: number, to: Limbs, r: number): void {
  to[r] = w[a];
  to[r + 1] = w[a + 1];
  to[r + 2] = w[a + 2];
  to[r + 3] = w[a + 3];
  to[r + 4] = w[a + 4];
  to[r + 5] = w[a + 5];
  to[r + 6] = w[a + 6];
  to[r + 7] = w[a + 7];
}

export function setNumber(w: Limbs, r: number, value: number): void {
  w[r] = value;
  w[r + 1] = value > 0xffffffff ? Math.floor(value / 0x100000000) : 0;
  w[r + 2] = w[r + 3] = w[r + 4] = w[r + 5] = w[r + 6] = w[r + 7] = 0;
}

/** Sets r = 1 or 0. */
export function setBit(w: Limbs, r: number, value: boolean): void {
  w[r] = value ? 1 : 0;
  w[r + 1] = w[r + 2] = w[r + 3] = w[r + 4] = w[r + 5] = w[r + 6] = w[r + 7] = 0;
}

/** Returns the word as a number, rounded from 2^53 on, Infinity when it is 2^64 or more. */
export function toNumber(w: Limbs, a: number): number {
  if ((w[a + 2] | w[a + 3] | w[a + 4] | w[a + 5] | w[a + 6] | w[a + 7]) !== 0) return Number.POSITIVE_INFINITY;
  return w[a + 1] * 0x100000000 + w[a];
}

export function isZero(w: Limbs, a: number): boolean {
  return (w[a] | w[a + 1] | w[a + 2] | w[a + 3] | w[a + 4] | w[a + 5] | w[a + 6] | w[a + 7]) === 0;
}

export function equal(w: Limbs, a: number, v: Limbs, b: number): boolean {
  return (
    w[a] === v[b] &&
    w[a + 1] === v[b + 1] &&
    w[a + 2] === v[b + 2] &&
    w[a + 3] === v[b + 3] &&
    w[a + 4] === v[b + 4] &&
    w[a + 5] === v[b + 5] &&
    w[a + 6] === v[b + 6] &&
    w[a + 7] === v[b + 7]
  );
}

/** Returns whether a < b, unsigned. */
export function less(w: Limbs, a: number, v: Limbs, b: number): boolean {
  for (let i = 7; i >= 0; i--) {
    const x = w[a + i];
    const y = v[b + i];
    if (x !== y) return x < y;
  }
  return false;
}

/** Returns whether a < b, two's complement. */
export function lessSigned(w: Limbs, a: number, b: number): boolean {
  const negativeA = w[a + 7] >>> 31;
  const negativeB = w[b + 7] >>> 31;
  return negativeA === negativeB ? less(w, a, w, b) : negativeA === 1;
}

/** Sets r = a + b mod 2^256. */
export function add(w: Limbs, a: number, v: Limbs, b: number, to: Limbs, r: number): void {
  let carry = 0;
  for (let i = 0; i < 8; i++) {
    const x = w[a + i];
    const sum = (x + v[b + i]) >>> 0;
    const all = (sum + carry) >>> 0;
    to[r + i] = all;
    carry = (sum < x ? 1 : 0) | (all < sum ? 1 : 0);
  }
}

/** Sets r = a - b mod 2^256. */
export function sub(w: Limbs, a: number, v: Limbs, b: number, to: Limbs, r: number): void {
  let borrow = 0;
  for (let i = 0; i < 8; i++) {
    const x = w[a + i];
    const y = v[b + i];
    to[r + i] = (x - y - borrow) | 0;
    borrow = x < y || (x === y && borrow === 1) ? 1 : 0;
  }
}

export function negate(w: Limbs, a: number): void {
  let carry = 1;
  for (let i = 0; i < 8; i++) {
    const sum = (~w[a + i] >>> 0) + carry;
    w[a + i] = sum;
    carry = sum > 0xffffffff ? 1 : 0;
  }
}

/** Counts the bytes of the word without leading zeros: 0 for zero. */
export function byteLength(w: Limbs, a: number): number {
  for (let i = 7; i >= 0; i--) {
    const limb = w[a + i];
    if (limb !== 0) return 4 * i + ((39 - Math.clz32(limb)) >> 3);
  }
  return 0;
}

/** Sets r = b sign-extended from byte a, counted from the least significant (SIGNEXTEND). */
export function signextend(w: Limbs, a: number, b: number, r: number): void {
  const at = toNumber(w, a);
  if (r !== b) copy(w, b, w, r);
  if (at >= 31) return;
  const limb = at >> 2;
  const shift = 24 - 8 * (at & 3);
  const extended = (w[r + limb] << shift) >> shift;
  w[r + limb] = extended;
  const fill = extended < 0 ? 0xffffffff : 0;
  for (let i = limb + 1; i < 8; i++) w[r + i] = fill;
}

/** Sets r to the byte of b at index a, counted from the most significant (BYTE). */
export function byteAt(w: Limbs, a: number, b: number): number {
  const at = toNumber(w, a);
  if (at >= 32) return 0;
  const index = 31 - at;
  return (w[b + (index >> 2)] >>> (8 * (index & 3))) & 0xff;
}

/** Sets r = b << a (EIP-145). */
export function shl(w: Limbs, a: number, b: number, r: number): void {
  const by = toNumber(w, a);
  if (by >= 256) {
    setNumber(w, r, 0);
    return;
  }
  const limbs = by >> 5;
  const bits = by & 31;
  for (let i = 7; i >= 0; i--) {
    const high = i - limbs >= 0 ? w[b + i - limbs] : 0;
    const low = i - limbs - 1 >= 0 ? w[b + i - limbs - 1] : 0;
    w[r + i] = bits === 0 ? high : (high << bits) | (low >>> (32 - bits));
  }
}

/** Sets r = b >> a, filled with zeros, or with the sign when `signed` (EIP-145). */
export function shr(w: Limbs, a: number, b: number, r: number, signed: boolean): void {
  shiftRight(w, b, toNumber(w, a), signed && w[b + 7] >>> 31 ? 0xffffffff : 0, r);
}

/** Sets r = a >> by, filled with limbs of `fill`. */
export function shiftRight(w: Limbs, a: number, by: number, fill: number, r: number): void {
  if (by >= 256) {
    for (let i = 0; i < 8; i++) w[r + i] = fill;
    return;
  }
  const limbs = by >> 5;
  const bits = by & 31;
  for (let i = 0; i < 8; i++) {
    const low = i + limbs < 8 ? w[a + i + limbs] : fill;
    const high = i + limbs + 1 < 8 ? w[a + i + limbs + 1] : fill;
    w[r + i] = bits === 0 ? low : (low >>> bits) | (high << (32 - bits));
  }
}

/** Counts leading zero bits, 256 for zero (CLZ, EIP-7939). */
export function leadingZeros(w: Limbs, a: number): number {
  for (let i = 7; i >= 0; i--) if (w[a + i] !== 0) return 32 * (7 - i) + Math.clz32(w[a + i]);
  return 256;
}

/** Reads `length` (at most 32) bytes, big endian, into the word: the bytes are its least significant. */
export function fromBytes(bytes: Uint8Array, start: number, length: number, to: Limbs, r: number): void {
  to[r] = to[r + 1] = to[r + 2] = to[r + 3] = to[r + 4] = to[r + 5] = to[r + 6] = to[r + 7] = 0;
  let at = start + length;
  let limb = r;
  while (at - start >= 4) {
    at -= 4;
    to[limb++] = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
  }
  let value = 0;
  for (let i = start; i < at; i++) value = (value << 8) | bytes[i];
  if (at > start) to[limb] = value;
}

/** Reads 32 bytes, big endian. */
export function load(bytes: Uint8Array, start: number, to: Limbs, r: number): void {
  for (let i = 0; i < 8; i++) {
    const at = start + 28 - 4 * i;
    to[r + i] = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
  }
}

/** Writes the word as 32 bytes, big endian. */
export function toBytes(w: Limbs, a: number, bytes: Uint8Array, start: number): void {
  for (let i = 0; i < 8; i++) {
    const limb = w[a + 7 - i];
    const at = start + 4 * i;
    bytes[at] = limb >>> 24;
    bytes[at + 1] = limb >>> 16;
    bytes[at + 2] = limb >>> 8;
    bytes[at + 3] = limb;
  }
}

export function toBigInt(w: Limbs, a: number): bigint {
  let value = 0n;
  for (let i = 7; i >= 0; i--) value = (value << 32n) | BigInt(w[a + i]);
  return value;
}

export function fromBigInt(value: bigint, to: Limbs, r: number): void {
  if (value >= 0n && value <= 0xffffffffn) {
    setNumber(to, r, Number(value));
    return;
  }
  let rest = BigInt.asUintN(256, value);
  for (let i = 0; i < 8; i++) {
    to[r + i] = Number(rest & 0xffffffffn);
    rest >>= 32n;
  }
}

/** Returns the word of a number, of its own. */
export function limbsOf(value: bigint): Limbs {
  const word = new Uint32Array(LIMBS);
  fromBigInt(value, word, 0);
  return word;
}

/** Returns the bytes of the word with this number in a list of words. */
export function wordBytes(words: Limbs, index: number): Uint8Array {
  const bytes = new Uint8Array(32);
  toBytes(words, index * LIMBS, bytes, 0);
  return bytes;
}
