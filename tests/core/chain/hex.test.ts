import { bytesToHex as viemBytesToHex, hexToBytes as viemHexToBytes } from 'viem';
import { expect, test } from 'vitest';
import { bytesToHex, hexDigits, hexToBytes, parseHex, wordDigits, wordHex } from '../../../src/core/chain/hex';

const ALL = Uint8Array.from({ length: 256 }, (_, value) => value);

test('bytes become lower-case digits and digits of either case the same bytes', () => {
  expect(bytesToHex(ALL)).toBe(viemBytesToHex(ALL));
  expect(hexDigits(ALL, 254, 256)).toBe('feff');
  expect(hexToBytes(bytesToHex(ALL))).toEqual(ALL);
  expect(hexToBytes('0xABCDEF09')).toEqual(viemHexToBytes('0xabcdef09'));
  expect(hexToBytes('0x')).toEqual(new Uint8Array(0));
});

test('text that is no whole bytes in hex is none', () => {
  expect(parseHex('00ff')).toEqual(Uint8Array.of(0, 255));
  expect(parseHex('')).toEqual(new Uint8Array(0));
  for (const text of ['0x0', 'abc', '0xg0', '0x0g', '0x0/', '0x:0', '0x`0', '0x0é', '0x\u0130\u0130', ' 00'])
    expect(parseHex(text), text).toBeUndefined();
  expect(() => hexToBytes('0x123')).toThrow();
  expect(() => hexToBytes('0xzz')).toThrow();
});

test('a number becomes the 64 digits of its word', () => {
  expect(wordHex(0n)).toBe(`0x${'0'.repeat(64)}`);
  expect(wordHex(2n ** 256n - 1n)).toBe(`0x${'f'.repeat(64)}`);
  expect(wordHex(0xab12)).toBe(`0x${'0'.repeat(60)}ab12`);
  expect(wordDigits(10n)).toBe(`${'0'.repeat(63)}a`);
});
