import { expect, test } from 'vitest';
import { copiedBytes, digitsBeyond, wordText } from '../../../src/app/views/trace/row-format';

test('digits of a word that is a number stand in groups', () => {
  expect(wordText(`0x${'0'.repeat(58)}0f4240`)).toBe('1,000,000');
});

test('bytes of which not all came are copied as the part they are', () => {
  expect(copiedBytes('data', '0xabcd', 2)).toBe('data');
  expect(copiedBytes('data', '0xabcd', 3)).toBe('the first 2 bytes of data');
  expect(digitsBeyond(4_000, 1_999)).toBe(0);
  expect(digitsBeyond(4_000, 1_000_000)).toBe(1_996_002);
});
