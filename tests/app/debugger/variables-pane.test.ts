import { expect, test } from 'vitest';
import { textIn } from '../../../src/app/views/debugger/VariablesPane';
import type { Decoded } from '../../../src/core/abi/decoded';

const leaf = (kind: Decoded['kind'], text: string): Decoded => ({
  name: 'value',
  type: kind,
  kind,
  text,
  length: text.length,
});

test('an integer keeps its sign in decimal, and is a word in hex', () => {
  expect(textIn(leaf('integer', '-1'), 'decimal')).toBe('-1');
  expect(textIn(leaf('integer', '-1'), 'hex')).toBe(`0x${'f'.repeat(64)}`);
  expect(textIn(leaf('integer', '255'), 'hex')).toBe('0xff');
  expect(textIn(leaf('bool', 'true'), 'hex')).toBe('0x1');
});

test('bytes and addresses keep the zeros they begin with in hex, and are numbers in decimal', () => {
  expect(textIn(leaf('bytes', '0x00a1b2c3'), 'hex')).toBe('0x00a1b2c3');
  expect(textIn(leaf('address', `0x${'00'.repeat(18)}dead`), 'hex')).toBe(`0x${'00'.repeat(18)}dead`);
  expect(textIn(leaf('bytes', '0x0010'), 'decimal')).toBe('16');
});

test('what is longer than a word is cut in every form', () => {
  expect(textIn(leaf('bytes', `0x${'ab'.repeat(40)}`), 'hex')).toBe('0xababab…abab');
});
