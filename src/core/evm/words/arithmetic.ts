/**
 * Products, quotients and remainders of 256-bit words (words.ts), schoolbook on
 * digits of 16 bits: the product of two fits into 32, which is what integer
 * arithmetic here is fast at. Short cuts first, because real divisors are small
 * numbers and powers of two more often than not.
 */
import { copy, isZero, type Limbs, negate, setNumber, shiftRight } from './words';

const DIGIT = 65536;
/** What a double counts exactly ends at 2^53: 21 bits of the second limb. */
const EXACT_HIGH = 0x1fffff;
// Scratch: digits, least significant first.
const digitsA = new Int32Array(34);
const digitsB = new Int32Array(34);
const digitsQ = new Int32Array(34);
const product = new Int32Array(34);

/** Number of limbs up to the highest that is not zero. */
function size(w: Limbs, a: number): number {
  let top = 8;
  while (top > 0 && w[a + top - 1] === 0) top--;
  return top;
}

/** Writes the digits of the low `limbs` limbs of a; returns how many are significant. */
function toDigits(w: Limbs, a: number, limbs: number, digits: Int32Array): number {
  for (let i = 0; i < limbs; i++) {
    const limb = w[a + i];
    digits[2 * i] = limb & 0xffff;
    digits[2 * i + 1] = limb >>> 16;
  }
  return limbs > 0 && digits[2 * limbs - 1] === 0 ? 2 * limbs - 1 : 2 * limbs;
}

function fromDigits(digits: Int32Array, length: number, to: Limbs, r: number): void {
  for (let i = length; i < 16; i++) digits[i] = 0;
  for (let i = 0; i < 8; i++) to[r + i] = digits[2 * i] | (digits[2 * i + 1] << 16);
}

/** The product of the digits in A (m of them) and B (n), into `product`; returns its length, at most `limit`. */
function multiplyDigits(m: number, n: number, limit: number): number {
  const length = Math.min(m + n, limit);
  for (let k = 0; k < length; k++) product[k] = 0;
  for (let i = 0; i < m; i++) {
    const digit = digitsA[i];
    if (digit === 0) continue;
    const end = Math.min(n, limit - i);
    let carry = 0;
    // digit × digit + digit + carry stays below 2^32.
    for (let k = 0; k < end; k++) {
      const sum = (Math.imul(digit, digitsB[k]) + product[i + k] + carry) | 0;
      product[i + k] = sum & 0xffff;
      carry = sum >>> 16;
    }
    if (i + end < limit) product[i + end] = carry;
  }
  return length;
}

/** Sets r = a * b mod 2^256. */
export function mul(w: Limbs, a: number, b: number, r: number): void {
  const m = toDigits(w, a, size(w, a), digitsA);
  const n = toDigits(w, b, size(w, b), digitsB);
  fromDigits(product, m === 0 || n === 0 ? 0 : multiplyDigits(m, n, 16), w, r);
}

/**
 * Divides u (m digits) by v (n significant digits, 1 < n <= m): the quotient
 * goes to `digitsQ` (m - n + 1 digits), the remainder replaces u.
 * Knuth, The Art of Computer Programming 4.3.1, algorithm D, base 2^16.
 */
function divideDigits(u: Int32Array, m: number, v: Int32Array, n: number): void {
  // Normalised so that the leading digit of v has its top bit set.
  const shift = Math.clz32(v[n - 1]) - 16;
  const back = 16 - shift;
  if (shift > 0) {
    for (let i = n - 1; i > 0; i--) v[i] = ((v[i] << shift) | (v[i - 1] >>> back)) & 0xffff;
    v[0] = (v[0] << shift) & 0xffff;
    u[m] = u[m - 1] >>> back;
    for (let i = m - 1; i > 0; i--) u[i] = ((u[i] << shift) | (u[i - 1] >>> back)) & 0xffff;
    u[0] = (u[0] << shift) & 0xffff;
  } else u[m] = 0;
  const first = v[n - 1];
  const second = v[n - 2];
  for (let j = m - n; j >= 0; j--) {
    const head = ((u[j + n] << 16) | u[j + n - 1]) >>> 0;
    let quotient = u[j + n] >= first ? 0xffff : (head / first) >>> 0;
    let rest = head - quotient * first;
    while (rest < DIGIT && Math.imul(quotient, second) >>> 0 > ((rest << 16) | u[j + n - 2]) >>> 0) {
      quotient--;
      rest += first;
    }
    let borrow = 0;
    for (let i = 0; i < n; i++) {
      const part = (Math.imul(quotient, v[i]) + borrow) | 0;
      const digit = u[i + j] - (part & 0xffff);
      u[i + j] = digit & 0xffff;
      borrow = (part >>> 16) + (digit >>> 31);
    }
    const top = u[j + n] - borrow;
    if (top < 0) {
      quotient--;
      let carry = 0;
      for (let i = 0; i < n; i++) {
        const sum = u[i + j] + v[i] + carry;
        u[i + j] = sum & 0xffff;
        carry = sum >>> 16;
      }
      u[j + n] = 0;
    } else u[j + n] = top;
    digitsQ[j] = quotient;
  }
  if (shift > 0) {
    for (let i = 0; i < n - 1; i++) u[i] = ((u[i] >>> shift) | (u[i + 1] << back)) & 0xffff;
    u[n - 1] >>>= shift;
  }
}

/** r = a / b for b below 2^32, which is not 0; returns the remainder. */
function divideByLimb(w: Limbs, a: number, limbs: number, divisor: number, to: Limbs, r: number): number {
  let remainder = 0;
  for (let i = limbs - 1; i >= 0; i--) {
    const limb = w[a + i];
    if (divisor < 0x100000) {
      // Below 2^52, and far enough from the next whole number for a double's quotient to be floored right.
      const value = remainder * 0x100000000 + limb;
      const quotient = Math.floor(value / divisor);
      remainder = value - quotient * divisor;
      to[r + i] = quotient;
    } else {
      const head = remainder * DIGIT + (limb >>> 16);
      const high = Math.floor(head / divisor);
      const value = (head - high * divisor) * DIGIT + (limb & 0xffff);
      const low = Math.floor(value / divisor);
      remainder = value - low * divisor;
      to[r + i] = high * DIGIT + low;
    }
  }
  for (let i = limbs; i < 8; i++) to[r + i] = 0;
  return remainder;
}

const scratch = new Uint32Array(8);

/** Sets r = a / b, or 0 when b is 0. */
export function div(w: Limbs, a: number, b: number, r: number): void {
  const n = size(w, b);
  const m = size(w, a);
  if (n === 0 || m < n) {
    setNumber(w, r, 0);
    return;
  }
  const top = w[b + n - 1];
  if ((top & (top - 1)) === 0 && lowLimbsAreZero(w, b, n - 1)) {
    shiftRight(w, a, 32 * n - 1 - Math.clz32(top), 0, r);
    return;
  }
  if (n === 1) {
    divideByLimb(w, a, m, top, w, r);
    return;
  }
  if (m === 2 && w[a + 1] <= EXACT_HIGH) {
    setNumber(w, r, Math.floor((w[a + 1] * 0x100000000 + w[a]) / (top * 0x100000000 + w[b])));
    return;
  }
  const digits = toDigits(w, a, m, digitsA);
  const divisorDigits = toDigits(w, b, n, digitsB);
  if (digits < divisorDigits) {
    setNumber(w, r, 0);
    return;
  }
  divideDigits(digitsA, digits, digitsB, divisorDigits);
  fromDigits(digitsQ, digits - divisorDigits + 1, w, r);
}

function lowLimbsAreZero(w: Limbs, a: number, limbs: number): boolean {
  for (let i = 0; i < limbs; i++) if (w[a + i] !== 0) return false;
  return true;
}

/** Sets r = a mod b, or 0 when b is 0. */
export function mod(w: Limbs, a: number, b: number, r: number): void {
  const n = size(w, b);
  const m = size(w, a);
  if (n === 0) setNumber(w, r, 0);
  else if (m < n) copy(w, a, w, r);
  else if (n === 1) setNumber(w, r, divideByLimb(w, a, m, w[b], scratch, 0));
  else {
    const digits = toDigits(w, a, m, digitsA);
    reduce(digitsA, digits, toDigits(w, b, n, digitsB), w, r);
  }
}

/** Sets r = a / b, two's complement, truncated toward zero, or 0 when b is 0. Destroys a and b. */
export function sdiv(w: Limbs, a: number, b: number, r: number): void {
  const negative = (w[a + 7] >>> 31) ^ (w[b + 7] >>> 31);
  if (w[a + 7] >>> 31) negate(w, a);
  if (w[b + 7] >>> 31) negate(w, b);
  div(w, a, b, r);
  if (negative) negate(w, r);
}

/** Sets r = a mod b with the sign of a, or 0 when b is 0. Destroys a and b. */
export function smod(w: Limbs, a: number, b: number, r: number): void {
  const negative = w[a + 7] >>> 31;
  if (negative) negate(w, a);
  if (w[b + 7] >>> 31) negate(w, b);
  mod(w, a, b, r);
  if (negative) negate(w, r);
}

/** Sets r = (a + b) mod n without overflow, or 0 when n is 0. */
export function addmod(w: Limbs, a: number, b: number, n: number, r: number): void {
  if (isZero(w, n)) {
    setNumber(w, r, 0);
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
  reduce(digitsA, 17, toDigits(w, n, size(w, n), digitsB), w, r);
}

/** Sets r = a * b mod n without overflow, or 0 when n is 0. */
export function mulmod(w: Limbs, a: number, b: number, n: number, r: number): void {
  const m = toDigits(w, a, size(w, a), digitsA);
  const k = toDigits(w, b, size(w, b), digitsB);
  if (m === 0 || k === 0 || isZero(w, n)) {
    setNumber(w, r, 0);
    return;
  }
  const length = multiplyDigits(m, k, 32);
  reduce(product, length, toDigits(w, n, size(w, n), digitsB), w, r);
}

/** r = u mod the n digits in B. */
function reduce(u: Int32Array, length: number, n: number, to: Limbs, r: number): void {
  let m = length;
  while (m > 0 && u[m - 1] === 0) m--;
  if (m >= n) {
    if (n === 1) {
      const divisor = digitsB[0];
      let remainder = 0;
      for (let i = m - 1; i >= 0; i--) remainder = (((remainder << 16) | u[i]) >>> 0) % divisor;
      setNumber(to, r, remainder);
      return;
    }
    divideDigits(u, m, digitsB, n);
    m = n;
  }
  fromDigits(u, m, to, r);
}

const power = new Uint32Array(24); // base, result, exponent

/** Sets r = a ^ b mod 2^256. */
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
