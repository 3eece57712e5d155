import { expect, test } from 'vitest';
import { parseAmount, writeAmount } from '../../../src/core/format/parse-amount';

const ether = { symbol: 'ETH', decimals: 18 };
const usdc = { symbol: 'USDC', decimals: 6 };
const wei = { symbol: 'Wei', decimals: 0 };
const value = (text: string, unit = usdc) => {
  const parsed = parseAmount(text, unit);
  return parsed.ok ? parsed.value : parsed.error;
};

test.each([
  ['1', usdc, 1_000_000n],
  [' 1,250.5 ', usdc, 1_250_500_000n],
  ['1_000', usdc, 1_000_000_000n],
  ['.5', usdc, 500_000n],
  ['5.', usdc, 5_000_000n],
  ['0.10000000', usdc, 100_000n],
  ['1e18', wei, 10n ** 18n],
  ['1.5e3', wei, 1_500n],
  ['0', ether, 0n],
  ['0.000000000000000001', ether, 1n],
])('%j in %o is %d', (text, unit, amount) => {
  expect(value(text, unit)).toBe(amount);
});

test.each([
  ['', 'no number'],
  ['.', 'no number'],
  ['abc', 'no number'],
  ['1.2.3', 'no number'],
  ['0x10', 'no number'],
  ['1 000', 'no number'],
  ['9'.repeat(201), 'no number'],
  ['-1', 'cannot be negative'],
  ['1.250,5', 'no number'],
  ['1,25', 'Commas separate thousands'],
  ['12,34,567', 'Commas separate thousands'],
  ['0.1234567', 'USDC has 6 decimals; this has 7.'],
])('%j is refused: %s', (text, reason) => {
  expect(value(text)).toContain(reason);
});

test('a fraction of the smallest unit is refused, not cut', () => {
  expect(value('0.5', wei)).toBe('Wei has no fraction.');
  expect(value('1.25e1', wei)).toBe('Wei has no fraction.');
});

test('what is written is read back, however large', () => {
  for (const amount of [0n, 1n, 1_250_500_000n, 10n ** 18n, 2n ** 256n - 1n]) {
    for (const unit of [ether, usdc, wei]) expect(value(writeAmount(amount, unit.decimals), unit)).toBe(amount);
  }
  expect(writeAmount(1_250_500_000n, 6)).toBe('1,250.5');
});
