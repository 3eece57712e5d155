import { expect, test } from 'vitest';
import { countOf, wordFor } from '../../../src/core/format/plural';

test.each([
  [0, '0 slots'],
  [1, '1 slot'],
  [2, '2 slots'],
  [12_345, '12,345 slots'],
])('%i of a thing', (count, text) => {
  expect(countOf(count, 'slot')).toBe(text);
});

test('a word with a plural of its own', () => {
  expect(countOf(1, 'entry', 'entries')).toBe('1 entry');
  expect(countOf(3, 'entry', 'entries')).toBe('3 entries');
});

test('the word alone', () => {
  expect([wordFor(0, 'slot'), wordFor(1, 'slot'), wordFor(2, 'slot')]).toEqual(['slots', 'slot', 'slots']);
});
