import { keccak_256 } from '@noble/hashes/sha3.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as A from '../../../../src/core/evm/words/arithmetic';
import { keccak256 } from '../../../../src/core/evm/words/keccak';
import * as W from '../../../../src/core/evm/words/words';

const MODULUS = 2n ** 256n;
const signed = (value: bigint) => BigInt.asIntN(256, value);
const unsigned = (value: bigint) => BigInt.asUintN(256, value);

/** Words of every size, edges and long runs of equal bits among them. */
const word = fc.oneof(
  fc.bigInt(0n, MODULUS - 1n),
  fc.bigInt(0n, 2n ** 64n),
  fc.bigInt(0n, 300n),
  fc.integer({ min: 0, max: 256 }).map((bits) => unsigned(2n ** BigInt(bits) - 1n)),
  fc.integer({ min: 0, max: 255 }).map((bits) => unsigned(-(2n ** BigInt(bits)))),
  fc.integer({ min: 0, max: 255 }).map((bits) => 2n ** BigInt(bits)),
  fc.bigInt(0n, 2n ** 54n),
  fc.bigInt(2n ** 19n, 2n ** 34n),
  fc
    .array(fc.constantFrom<bigint>(0n, 1n, 0x7fffn, 0x8000n, 0xfffen, 0xffffn), { minLength: 16, maxLength: 16 })
    .map((digits) => digits.reduce((value, digit) => (value << 16n) | digit)),
);

function binary(run: (w: W.Limbs) => void, a: bigint, b: bigint, c = 0n): bigint {
  const w = new Uint32Array(32);
  W.fromBigInt(a, w, 0);
  W.fromBigInt(b, w, 8);
  W.fromBigInt(c, w, 16);
  run(w);
  return W.toBigInt(w, 24);
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let rest = exponent, factor = base; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = unsigned(result * factor);
    factor = unsigned(factor * factor);
  }
  return result;
}

const operations: Record<string, [(w: W.Limbs) => void, (a: bigint, b: bigint) => bigint]> = {
  add: [(w) => W.add(w, 0, w, 8, w, 24), (a, b) => unsigned(a + b)],
  sub: [(w) => W.sub(w, 0, w, 8, w, 24), (a, b) => unsigned(a - b)],
  mul: [(w) => A.mul(w, 0, 8, 24), (a, b) => unsigned(a * b)],
  div: [(w) => A.div(w, 0, 8, 24), (a, b) => (b === 0n ? 0n : a / b)],
  mod: [(w) => A.mod(w, 0, 8, 24), (a, b) => (b === 0n ? 0n : a % b)],
  sdiv: [(w) => A.sdiv(w, 0, 8, 24), (a, b) => (b === 0n ? 0n : unsigned(signed(a) / signed(b)))],
  smod: [(w) => A.smod(w, 0, 8, 24), (a, b) => (b === 0n ? 0n : unsigned(signed(a) % signed(b)))],
  exp: [(w) => A.exp(w, 0, 8, 24), power],
  shl: [(w) => W.shl(w, 0, 8, 24), (a, b) => (a < 256n ? unsigned(b << a) : 0n)],
  shr: [(w) => W.shr(w, 0, 8, 24, false), (a, b) => (a < 256n ? b >> a : 0n)],
  sar: [(w) => W.shr(w, 0, 8, 24, true), (a, b) => unsigned(signed(b) >> (a < 256n ? a : 255n))],
  signextend: [
    (w) => W.signextend(w, 0, 8, 24),
    (a, b) => (a < 31n ? unsigned(BigInt.asIntN(Number(a) * 8 + 8, b)) : b),
  ],
  byte: [(w) => W.setNumber(w, 24, W.byteAt(w, 0, 8)), (a, b) => (a < 32n ? (b >> (8n * (31n - a))) & 0xffn : 0n)],
  less: [(w) => W.setNumber(w, 24, W.less(w, 0, w, 8) ? 1 : 0), (a, b) => (a < b ? 1n : 0n)],
  lessSigned: [(w) => W.setNumber(w, 24, W.lessSigned(w, 0, 8) ? 1 : 0), (a, b) => (signed(a) < signed(b) ? 1n : 0n)],
  leadingZeros: [
    (w) => W.setNumber(w, 24, W.leadingZeros(w, 0)),
    (a) => BigInt(a === 0n ? 256 : 256 - a.toString(2).length),
  ],
  byteLength: [
    (w) => W.setNumber(w, 24, W.byteLength(w, 0)),
    (a) => BigInt(a === 0n ? 0 : Math.ceil(a.toString(2).length / 8)),
  ],
};

describe('256-bit words agree with bigint', () => {
  for (const [name, [run, expected]] of Object.entries(operations)) {
    test(name, () => {
      fc.assert(
        fc.property(word, word, (a, b) => {
          expect(binary(run, a, b)).toBe(expected(a, b));
        }),
        { numRuns: name === 'exp' ? 100 : 1000 },
      );
    });
  }

  test('addmod and mulmod do not overflow', () => {
    fc.assert(
      fc.property(word, word, word, (a, b, n) => {
        expect(binary((w) => A.addmod(w, 0, 8, 16, 24), a, b, n)).toBe(n === 0n ? 0n : (a + b) % n);
        expect(binary((w) => A.mulmod(w, 0, 8, 16, 24), a, b, n)).toBe(n === 0n ? 0n : (a * b) % n);
      }),
      { numRuns: 1000 },
    );
  });

  test('bytes go out and come back', () => {
    fc.assert(
      fc.property(word, fc.integer({ min: 0, max: 32 }), (a, length) => {
        const w = new Uint32Array(16);
        const bytes = new Uint8Array(40);
        W.fromBigInt(a, w, 0);
        W.toBytes(w, 0, bytes, 5);
        W.fromBytes(bytes, 5, length, w, 8);
        expect(W.toBigInt(w, 8)).toBe(length === 0 ? 0n : a >> BigInt(8 * (32 - length)));
      }),
    );
  });

  test('results may take the place of an operand', () => {
    const inPlace: [(w: W.Limbs) => void, (a: bigint, b: bigint) => bigint][] = [
      [(w) => A.div(w, 0, 8, 8), (a, b) => (b === 0n ? 0n : a / b)],
      [(w) => A.mod(w, 0, 8, 8), (a, b) => (b === 0n ? 0n : a % b)],
      [(w) => A.mul(w, 0, 8, 8), (a, b) => unsigned(a * b)],
      [(w) => W.add(w, 0, w, 8, w, 8), (a, b) => unsigned(a + b)],
      [(w) => W.sub(w, 0, w, 8, w, 8), (a, b) => unsigned(a - b)],
    ];
    fc.assert(
      fc.property(word, word, fc.constantFrom(...inPlace), (a, b, [run, expected]) => {
        const w = new Uint32Array(16);
        W.fromBigInt(a, w, 0);
        W.fromBigInt(b, w, 8);
        run(w);
        expect(W.toBigInt(w, 8)).toBe(expected(a, b));
      }),
      { numRuns: 1000 },
    );
  });

  test('keccak256 is that of the library, of every length up to three blocks', () => {
    const bytes = Uint8Array.from({ length: 420 }, (_, i) => (i * 97 + 13) & 0xff);
    const own = new Uint32Array(8);
    const library = new Uint32Array(8);
    for (let length = 0; length <= 410; length++) {
      keccak256(bytes, 5, length, own, 0);
      W.fromBytes(keccak_256(bytes.subarray(5, 5 + length)), 0, 32, library, 0);
      expect(own, `${length} bytes`).toEqual(library);
    }
  });
});
