import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hexDigits } from '../../../src/core/chain/hex';
import {
  asciiBytes,
  decodeHexDigits,
  decodeHexWord,
  decodeUtf8,
  encodeUtf8,
  parseQuantity,
} from '../../../src/core/json/bytes';

function decodeDigits(text: string): string | undefined {
  // An odd offset, since digits lie anywhere in an answer.
  const bytes = asciiBytes(`?${text}`);
  const into = new Uint8Array(text.length);
  const done = decodeHexDigits(new DataView(bytes.buffer), 1, bytes.length, into, 0);
  return done ? hexDigits(into, 0, text.length / 2) : undefined;
}

describe('hex', () => {
  test('decodes digits of any case and number', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const text = hexDigits(bytes, 0, bytes.length);
        expect(decodeDigits(text)).toBe(text);
        expect(decodeDigits(text.toUpperCase())).toBe(text);
      }),
    );
  });

  test.each(['0', '000', '0g', 'g0', '0000000g', '00000g', '0 00', '000:', '00é'])('refuses %j', (text) => {
    expect(decodeDigits(text)).toBeUndefined();
  });

  test.each([
    ['0x0', 0],
    ['0x', 0],
    ['0x00000', 0],
    ['0xff', 1],
    ['ff', 1],
    ['0x0fff', 2],
    [`0x${'f'.repeat(64)}`, 32],
    [`0x000${'f'.repeat(64)}`, 32],
    [`0x1${'f'.repeat(64)}`, -1],
    ['', -1],
    ['0xfg', -1],
    ['-0x1', -1],
  ])('decodes the word %s to %i significant bytes', (text, significant) => {
    const bytes = asciiBytes(text);
    expect(decodeHexWord(bytes, 0, bytes.length, new Uint8Array(32), 0)).toBe(significant);
  });

  test.each([
    ['0x5208', 21_000],
    ['21000', 21_000],
    ['0x20000000000000', 2 ** 53],
    ['0x', Number.NaN],
    ['', Number.NaN],
    ['-1', Number.NaN],
    ['1.5', Number.NaN],
    ['1e3', Number.NaN],
    ['12ab', Number.NaN],
    [`0x${'f'.repeat(100)}`, Number.NaN],
  ])('parses the quantity %s', (text, value) => {
    const bytes = asciiBytes(text);
    expect(parseQuantity(bytes, 0, bytes.length)).toBe(value);
  });
});

describe('UTF-8', () => {
  test('reads and writes what the platform does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (text) => {
        const bytes = new TextEncoder().encode(text);
        expect(Array.from(encodeUtf8(text))).toEqual(Array.from(bytes));
        expect(decodeUtf8(bytes, 0, bytes.length, 1_000)).toBe(new TextDecoder().decode(bytes));
      }),
    );
  });

  test('never throws on other bytes, and cuts', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), (bytes) => {
        expect(decodeUtf8(bytes, 0, bytes.length, 1_000).length).toBeLessThanOrEqual(bytes.length);
      }),
    );
    expect(decodeUtf8(asciiBytes('abcdef'), 0, 6, 3)).toBe('abc…');
    expect(decodeUtf8(asciiBytes('abc'), 0, 3, 3)).toBe('abc');
    // Overlong, surrogate, beyond Unicode.
    expect(decodeUtf8(Uint8Array.from([0xe0, 0x80, 0x80]), 0, 3, 9)).toContain('\ufffd');
    expect(decodeUtf8(Uint8Array.from([0xed, 0xa0, 0x80]), 0, 3, 9)).toContain('\ufffd');
    expect(decodeUtf8(Uint8Array.from([0xf4, 0x90, 0x80, 0x80]), 0, 4, 9)).toContain('\ufffd');
  });
});
