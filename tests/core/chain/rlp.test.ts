import { fromRlp, toRlp } from 'viem';
import { expect, test } from 'vitest';
import type { Hex } from '../../../src/core/chain/primitives';
import { decodeRlpHex, encodeRlpHex, type RlpItem } from '../../../src/core/chain/rlp';

const long = (bytes: number): Hex => `0x${'5a'.repeat(bytes)}`;
const ITEMS: readonly RlpItem[] = [
  '0x',
  '0x00',
  '0x7f',
  '0x80',
  '0x0400',
  long(55),
  long(56),
  long(256),
  long(70_000),
  [],
  [[], [[]], [[], [[]]]],
  ['0x636174', '0x646f67'],
  Array.from({ length: 300 }, () => long(3)),
  [long(55), [long(60), ['0x01', '0x']]],
];

test('the examples of the yellow paper’s appendix and of the wiki', () => {
  expect(encodeRlpHex('0x646f67')).toBe('0x83646f67');
  expect(encodeRlpHex(['0x636174', '0x646f67'])).toBe('0xc88363617483646f67');
  expect(encodeRlpHex([[], [[]], [[], [[]]]])).toBe('0xc7c0c1c0c3c0c1c0');
  expect(encodeRlpHex('0x0400')).toBe('0x820400');
});

test('items come out as another encoder writes them, and back', () => {
  for (const item of ITEMS) {
    const encoded = encodeRlpHex(item);
    expect(encoded).toBe(toRlp(item as Parameters<typeof toRlp>[0]));
    expect(decodeRlpHex(encoded)).toEqual(item);
    expect(fromRlp(encoded)).toEqual(item);
  }
});

test('what is cut off, and bytes behind the item, are no RLP', () => {
  for (const text of [
    '0x',
    '0x83646f',
    '0xc88363617483646f',
    '0xb8',
    '0xb838',
    '0xf8',
    '0xc1b8',
    '0x8364',
    '0x0000',
    '0xc000',
  ]) {
    expect(() => decodeRlpHex(text as Hex), text).toThrow();
  }
  // A list may not take bytes from behind its end.
  expect(() => decodeRlpHex('0xc283646f67')).toThrow();
  expect(() => decodeRlpHex('0xffffffffffffffffff')).toThrow();
});
