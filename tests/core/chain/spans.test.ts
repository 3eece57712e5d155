import { expect, test } from 'vitest';
import { addSpan, blockAt, countBlocks, cutSpan, highestMissing, spansWithin } from '../../../src/core/chain/spans';

const span = (first: number, last: number) => ({ first, last });

test('spans that touch or overlap become one', () => {
  expect(addSpan([span(0, 4), span(10, 14)], span(5, 9))).toEqual([span(0, 14)]);
  expect(addSpan([span(0, 4), span(10, 14)], span(6, 8))).toEqual([span(0, 4), span(6, 8), span(10, 14)]);
  expect(addSpan([span(3, 4)], span(0, 9))).toEqual([span(0, 9)]);
  expect(addSpan([], span(7, 7))).toEqual([span(7, 7)]);
});

test('a cut leaves what is on both sides of it', () => {
  expect(cutSpan([span(0, 9)], span(3, 5))).toEqual([span(0, 2), span(6, 9)]);
  expect(cutSpan([span(0, 4), span(6, 9)], span(2, 20))).toEqual([span(0, 1)]);
  expect(cutSpan([span(0, 4)], span(0, 4))).toEqual([]);
});

test('what is missing is found from the top', () => {
  expect(highestMissing([span(5, 9)], span(0, 12))).toEqual(span(10, 12));
  expect(highestMissing([span(2, 3), span(5, 12)], span(0, 12))).toEqual(span(4, 4));
  expect(highestMissing([span(0, 12)], span(0, 12))).toBeUndefined();
  expect(highestMissing([], span(0, 0))).toEqual(span(0, 0));
});

test('blocks of spans are counted in order', () => {
  const spans = [span(0, 1), span(5, 6)];
  expect(countBlocks(spans)).toBe(4);
  expect([0, 1, 2, 3, 4].map((place) => blockAt(spans, place))).toEqual([0, 1, 5, 6, undefined]);
  expect(spansWithin(spans, span(1, 5))).toEqual([span(1, 1), span(5, 5)]);
});
