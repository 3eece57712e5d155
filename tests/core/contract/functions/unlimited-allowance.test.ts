import { expect, test } from 'vitest';
import { isUnlimitedAllowance } from '../../../../src/core/contract/functions/unlimited-allowance';

test('all ones of the integer, or of a narrower one that amounts are kept in, are no limit', () => {
  const ones = (bits: bigint) => 2n ** bits - 1n;
  expect(isUnlimitedAllowance(ones(256n), 256)).toBe(true);
  expect(isUnlimitedAllowance(ones(160n), 160)).toBe(true); // Permit2
  expect(isUnlimitedAllowance(ones(96n), 256)).toBe(true); // UNI writes what it keeps
  expect(isUnlimitedAllowance(ones(128n), 160)).toBe(true);
});

test('what is left of an allowance without a limit has none either', () => {
  expect(isUnlimitedAllowance(2n ** 256n - 1n - 5n * 10n ** 18n, 256)).toBe(true);
  expect(isUnlimitedAllowance(2n ** 160n - 7n, 160)).toBe(true);
});

test('other amounts are limits', () => {
  expect(isUnlimitedAllowance(2n ** 255n - 1n, 256)).toBe(false);
  expect(isUnlimitedAllowance(2n ** 96n, 256)).toBe(false);
  expect(isUnlimitedAllowance(10n ** 27n, 256)).toBe(false);
  expect(isUnlimitedAllowance(2n ** 64n - 1n, 64)).toBe(false);
});
