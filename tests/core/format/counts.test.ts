import { expect, test } from 'vitest';
import { formatBytes, formatGas, formatInteger, formatPercent, groupInteger } from '../../../src/core/format/counts';
import { shorten, truncate } from '../../../src/core/format/shorten';

test('separates thousands of integers and gas, and abbreviates gas from a million on where asked', () => {
  expect(formatInteger(1_234_567)).toBe('1,234,567');
  expect(formatInteger(-123_456_789_012_345_678_901n)).toBe('-123,456,789,012,345,678,901');
  expect(formatInteger(2 ** 53 - 1)).toBe('9,007,199,254,740,991');
  expect(formatInteger(2 ** 63)).toBe('more than 2^53');
  expect(formatGas(1_000_000)).toBe('1,000,000');
  expect(formatGas(999_999, true)).toBe('999,999');
  expect(formatGas(1_000_000, true)).toBe('1m');
  expect(formatGas(1_150_000, true)).toBe('1.15m');
  expect(formatGas(30_129_999, true)).toBe('30.12m');
});

test('rounds percentages to two digits', () => {
  expect(formatPercent(12.345)).toBe('12.35 %');
  expect(formatPercent(Number.POSITIVE_INFINITY)).toBe('–');
});

test('shows sizes in powers of a thousand', () => {
  expect([0, 999, 1_500, 47_200_000, 9_990, 5e15].map(formatBytes)).toEqual([
    '0 B',
    '999 B',
    '1.5 kB',
    '47 MB',
    '9.9 kB',
    '5000 TB',
  ]);
});

test('shortens to six leading and four trailing characters', () => {
  expect(shorten('0x1234abcd567890123456789012345678901cdef0')).toBe('0x1234ab…def0');
  expect(shorten('0xa9059cbb')).toBe('0xa9059cbb');
  // Nothing but zero reads like zero.
  expect(shorten(`0x${'0'.repeat(64)}`)).toBe('0x000000…0000');
  expect(shorten('0x00000000000000000000000000000000000000000000003635c9adc5dea00000')).toBe('0x…3635c9…0000');
  expect(shorten(`0x${'0'.repeat(55)}120000000`)).toBe('0x…120000000');
  expect(shorten('abcdefghijklmnop')).toBe('abcdef…mnop');
  expect(truncate('abcdef', 6)).toBe('abcdef');
  expect(truncate('abcdefg', 6)).toBe('abcde…');
  expect(truncate('abcd🚀g', 6)).toBe('abcd…');
});

test.each([
  ['1000000', '1,000,000'],
  ['-1234', '-1,234'],
  ['999', '999'],
  ['-123', '-123'],
  ['Filled', 'Filled'],
  ['0x1234', '0x1234'],
])('%s reads %s', (text, grouped) => {
  expect(groupInteger(text)).toBe(grouped);
});
