import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sharesOf } from '../../../src/core/format/shares';

test('rounds to two digits by the largest remainder', () => {
  expect(sharesOf([1, 1, 1])).toEqual([33.34, 33.33, 33.33]);
  expect(sharesOf([2, 1])).toEqual([66.67, 33.33]);
  expect(sharesOf([0, 5])).toEqual([0, 100]);
  expect(sharesOf([0, 0])).toEqual([0, 0]);
  expect(sharesOf([])).toEqual([]);
});

test('adds up to 100, each within a hundredth of what it is', () => {
  const parts = fc.array(fc.integer({ min: 0, max: 2 ** 40 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(parts, (amounts) => {
      const sum = amounts.reduce((all, part) => all + part, 0);
      fc.pre(sum > 0);
      const shares = sharesOf(amounts);
      expect(Math.round(shares.reduce((all, share) => all + share, 0) * 100)).toBe(10_000);
      shares.forEach((share, at) => {
        expect(Math.abs(share - ((amounts[at] ?? 0) / sum) * 100)).toBeLessThanOrEqual(0.010001);
      });
    }),
  );
});
