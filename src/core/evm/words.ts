/**
 * 256-bit words as eight 32-bit limbs, least significant first, inside a
 * larger Uint32Array: `a`, `b` and `r` are indexes of the first limb.
 *
 * Operations read their operands whole before they write, so `r` may be `a`
 * or `b`. Nothing here allocates. Semantics: Ethereum Yellow Paper, appendix H.
 */
export type Limbs = Uint32Array;

export const LIMBS = 8;

const DIGIT = 65536;
// Scratch of multiplication and division: 16-bit digits, least significant first.
const digitsA = new Float64Array(34);
const digitsB = new Float64Array(34);
const digitsQ = new Float64Array(34);
const product = new Float64Array(34);

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

/** The word as a number, or Infinity when it is 2^53 or more. */
export function toNumber(w: Limbs, a: number): number {
  if ((w[a + 2] | w[a + 3] | w[a + 4] | w[a + 5] | w[a + 6] | w[a + 7]) !== 0) return Number.POSITIVE_INFINITY;
  if (w[a + 1] > 0x1fffff) return Number.POSITIVE_INFINITY;
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

/** Whether a < b, unsigned. */
export function less(w: Limbs, a: number, v: Limbs, b: number): boolean {
  for (let i = 7; i >= 0; i--) {
    const x = w[a + i];
    const y = v[b + i];
    if (x !== y) return x < y;
  }
  return false;
}

/** Whether a < b, two's complement. */
export function lessSigned(w: Limbs, a: number, b: number): boolean {
  const negativeA = w[a + 7] >>> 31;
  const negativeB = w[b + 7] >>> 31;
  return negativeA === negativeB ? less(w, a, w, b) : negativeA === 1;
}

/** r = a + b mod 2^256; returns the carry. */
export function add(w: Limbs, a: number, v: Limbs, b: number, to: Limbs, r: number): number {
  let carry = 0;
  for (let i = 0; i < 8; i++) {
    const sum = w[a + i] + v[b + i] + carry;
    to[r + i] = sum;
    carry = sum > 0xffffffff ? 1 : 0;
  }
  return carry;
}

/** r = a - b mod 2^256; returns the borrow. */
export function sub(w: Limbs, a: number, v: Limbs, b: number, to: Limbs, r: number): number {
  let borrow = 0;
  for (let i = 0; i < 8; i++) {
    const difference = w[a + i] - v[b + i] - borrow;
    to[r + i] = difference;
    borrow = difference < 0 ? 1 : 0;
  }
  return borrow;
}

export function negate(w: Limbs, a: number): void {
  let carry = 1;
  for (let i = 0; i < 8; i++) {
    const sum = (~w[a + i] >>> 0) + carry;
    w[a + i] = sum;
    carry = sum > 0xffffffff ? 1 : 0;
  }
}

/** Writes the digits of a into `digits`; returns how many are significant. */
function toDigits(w: Limbs, a: number, digits: Float64Array): number {
  let top = 7;
  while (top >= 0 && w[a + top] === 0) top--;
  for (let i = 0; i <= top; i++) {
    digits[2 * i] = w[a + i] & 0xffff;
    digits[2 * i + 1] = w[a + i] >>> 16;
  }
  if (top < 0) return 0;
  return digits[2 * top + 1] === 0 ? 2 * top + 1 : 2 * top + 2;
}

function fromDigits(digits: Float64Array, length: number, to: Limbs, r: number): void {
  for (let i = 0; i < 8; i++) {
    const low = 2 * i < length ? digits[2 * i] : 0;
    const high = 2 * i + 1 < length ? digits[2 * i + 1] : 0;
    to[r + i] = low + high * DIGIT;
  }
}

/** The product of the digits in A (m of them) and B (n), into `product`; returns its length, at most `limit`. */
function multiplyDigits(m: number, n: number, limit: number): number {
  const length = Math.min(m + n, limit);
  let carry = 0;
  for (let k = 0; k < length; k++) {
    let sum = carry;
    const from = k < n ? 0 : k - n + 1;
    const to = k < m ? k : m - 1;
    for (let i = from; i <= to; i++) sum += digitsA[i] * digitsB[k - i];
    carry = Math.floor(sum / DIGIT);
    product[k] = sum - carry * DIGIT;
  }
  return length;
}

/** r = a * b mod 2^256. */
export function mul(w: Limbs, a: number, b: number, r: number): void {
  const m = toDigits(w, a, digitsA);
  const n = toDigits(w, b, digitsB);
  fromDigits(product, m === 0 || n === 0 ? 0 : multiplyDigits(m, n, 16), w, r);
}

/**
 * Divides u (m digits) by v (n significant digits, n > 0): the quotient goes
 * to `digitsQ` (m - n + 1 digits), the remainder replaces u.
 * Knuth, The Art of Computer Programming 4.3.1, algorithm D, base 2^16.
 */
function divideDigits(u: Float64Array, m: number, v: Float64Array, n: number): void {
  if (n === 1) {
    let remainder = 0;
    const divisor = v[0];
    for (let i = m - 1; i >= 0; i--) {
      const value = remainder * DIGIT + u[i];
      const quotient = Math.floor(value / divisor);
      digitsQ[i] = quotient;
      remainder = value - quotient * divisor;
      u[i] = 0;
    }
    u[0] = remainder;
    return;
  }
  // Normalise so that the leading digit of v has its top bit set.
  let scale = 1;
  while (v[n - 1] * scale < DIGIT / 2) scale *= 2;
  if (scale > 1) {
    let carry = 0;
    for (let i = 0; i < n; i++) {
      const value = v[i] * scale + carry;
      carry = Math.floor(value / DIGIT);
      v[i] = value - carry * DIGIT;
    }
    carry = 0;
    for (let i = 0; i < m; i++) {
      const value = u[i] * scale + carry;
      carry = Math.floor(value / DIGIT);
      u[i] = value - carry * DIGIT;
    }
    u[m] = carry;
  } else u[m] = 0;
  for (let j = m - n; j >= 0; j--) {
    const head = u[j + n] * DIGIT + u[j + n - 1];
    let quotient = Math.floor(head / v[n - 1]);
    let rest = head - quotient * v[n - 1];
    while (quotient >= DIGIT || quotient * v[n - 2] > rest * DIGIT + u[j + n - 2]) {
      quotient--;
      rest += v[n - 1];
      if (rest >= DIGIT) break;
    }
    let borrow = 0;
    for (let i = 0; i < n; i++) {
      const value = u[i + j] - quotient * v[i] - borrow;
      borrow = -Math.floor(value / DIGIT);
      u[i + j] = value + borrow * DIGIT;
    }
    const top = u[j + n] - borrow;
    if (top < 0) {
      quotient--;
      let carry = 0;
      for (let i = 0; i < n; i++) {
        const value = u[i + j] + v[i] + carry;
        carry = value >= DIGIT ? 1 : 0;
        u[i + j] = value - carry * DIGIT;
      }
      u[j + n] = 0;
    } else u[j + n] = top;
    digitsQ[j] = quotient;
  }
  if (scale > 1) {
    let remainder = 0;
    for (let i = n - 1; i >= 0; i--) {
      const value = remainder * DIGIT + u[i];
      const quotient = Math.floor(value / scale);
      u[i] = quotient;
      remainder = value - quotient * scale;
    }
  }
}

/** r = a / b, or 0 when b is 0. */
export function div(w: Limbs, a: number, b: number, r: number): void {
  const n = toDigits(w, b, digitsB);
  const m = toDigits(w, a, digitsA);
  if (n === 0 || m < n) {
    fromDigits(digitsQ, 0, w, r);
    return;
  }
  divideDigits(digitsA, m, digitsB, n);
  fromDigits(digitsQ, m - n + 1, w, r);
}

/** r = a mod b, or 0 when b is 0. */
export function mod(w: Limbs, a: number, b: number, r: number): void {
  const n = toDigits(w, b, digitsB);
  if (n === 0) {
    fromDigits(digitsA, 0, w, r);
    return;
  }
  const m = toDigits(w, a, digitsA);
  if (m < n) {
    fromDigits(digitsA, m, w, r);
    return;
  }
  divideDigits(digitsA, m, digitsB, n);
  fromDigits(digitsA, n, w, r);
}

/** r = a / b, two's complement, truncated toward zero, or 0 when b is 0. Destroys a and b. */
export function sdiv(w: Limbs, a: number, b: number, r: number): void {
  const negative = (w[a + 7] >>> 31) ^ (w[b + 7] >>> 31);
  if (w[a + 7] >>> 31) negate(w, a);
  if (w[b + 7] >>> 31) negate(w, b);
  div(w, a, b, r);
  if (negative) negate(w, r);
}

/** r = a mod b with the sign of a, or 0 when b is 0. Destroys a and b. */
export function smod(w: Limbs, a: number, b: number, r: number): void {
  const negative = w[a + 7] >>> 31;
  if (negative) negate(w, a);
  if (w[b + 7] >>> 31) negate(w, b);
  mod(w, a, b, r);
  if (negative) negate(w, r);
}

/** r = (a + b) mod n without overflow, or 0 when n is 0. */
export function addmod(w: Limbs, a: number, b: number, n: number, r: number): void {
  const size = toDigits(w, n, digitsB);
  if (size === 0) {
    fromDigits(digitsA, 0, w, r);
    return;
  }
  let carry = 0;
  for (let i = 0; i < 8; i++) {
    const low = (w[a + i] & 0xffff) + (w[b + i] & 0xffff) + carry;
    const high = (w[a + i] >>> 16) + (w[b + i] >>> 16) + (low >>> 16);
    digitsA[2 * i] = low & 0xffff;
    digitsA[2 * i + 1] = high & 0xffff;
    carry = high >>> 16;
  }
  digitsA[16] = carry;
  reduce(digitsA, 17, size, w, r);
}

/** r = a * b mod n without overflow, or 0 when n is 0. */
export function mulmod(w: Limbs, a: number, b: number, n: number, r: number): void {
  const m = toDigits(w, a, digitsA);
  const k = toDigits(w, b, digitsB);
  if (m === 0 || k === 0 || isZero(w, n)) {
    fromDigits(digitsA, 0, w, r);
    return;
  }
  const length = multiplyDigits(m, k, 32);
  const size = toDigits(w, n, digitsB);
  reduce(product, length, size, w, r);
}

function reduce(u: Float64Array, length: number, n: number, to: Limbs, r: number): void {
  let m = length;
  while (m > 0 && u[m - 1] === 0) m--;
  if (m >= n) {
    divideDigits(u, m, digitsB, n);
    m = n;
  }
  fromDigits(u, m, to, r);
}

const power = new Uint32Array(24); // base, result, exponent

/** r = a ^ b mod 2^256. */
export function exp(w: Limbs, a: number, b: number, r: number): void {
  copy(w, a, power, 0);
  setNumber(power, 8, 1);
  copy(w, b, power, 16);
  let top = 7;
  while (top >= 0 && power[16 + top] === 0) top--;
  for (let limb = 0; limb <= top; limb++) {
    let bits = power[16 + limb];
    for (let i = 0; i < 32; i++) {
      if (bits & 1) mul(power, 8, 0, 8);
      bits >>>= 1;
      if (bits === 0 && limb === top) break;
      mul(power, 0, 0, 0);
    }
  }
  copy(power, 8, w, r);
}

/** Bytes of the word without leading zeros: 0 for zero. */
export function byteLength(w: Limbs, a: number): number {
  for (let i = 7; i >= 0; i--) {
    const limb = w[a + i];
    if (limb !== 0) return 4 * i + ((39 - Math.clz32(limb)) >> 3);
  }
  return 0;
}

/** r = b sign-extended from byte a, counted from the least significant (SIGNEXTEND). */
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

/** The byte of b at index a, counted from the most significant (BYTE). */
export function byteAt(w: Limbs, a: number, b: number): number {
  const at = toNumber(w, a);
  if (at >= 32) return 0;
  const index = 31 - at;
  return (w[b + (index >> 2)] >>> (8 * (index & 3))) & 0xff;
}

/** r = b << a (EIP-145). */
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

/** r = b >> a, filled with zeros, or with the sign when `signed` (EIP-145). */
export function shr(w: Limbs, a: number, b: number, r: number, signed: boolean): void {
  const by = toNumber(w, a);
  const fill = signed && w[b + 7] >>> 31 ? 0xffffffff : 0;
  if (by >= 256) {
    for (let i = 0; i < 8; i++) w[r + i] = fill;
    return;
  }
  const limbs = by >> 5;
  const bits = by & 31;
  for (let i = 0; i < 8; i++) {
    const low = i + limbs < 8 ? w[b + i + limbs] : fill;
    const high = i + limbs + 1 < 8 ? w[b + i + limbs + 1] : fill;
    w[r + i] = bits === 0 ? low : (low >>> bits) | (high << (32 - bits));
  }
}

/** Leading zero bits, 256 for zero (CLZ, EIP-7939). */
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
  let rest = BigInt.asUintN(256, value);
  for (let i = 0; i < 8; i++) {
    to[r + i] = Number(rest & 0xffffffffn);
    rest >>= 32n;
  }
}
