import { expect, test } from 'vitest';
import { blockInterval } from '../../../src/app/views/home/block-interval';

test('the interval is the mean of all blocks shown', () => {
  expect(blockInterval([36, 24, 12])).toBe('12 s');
  expect(blockInterval([3, 3, 2, 2, 1])).toBe('500 ms');
  expect(blockInterval([5])).toBe('–');
  expect(blockInterval([])).toBe('–');
});

test('blocks of one second are not 0 ms apart', () => {
  expect(blockInterval([7, 7, 7, 7, 7])).toBe('< 250 ms');
});
