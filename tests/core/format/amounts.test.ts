import { describe, expect, test } from 'vitest';
import { formatAmount, formatFee, formatNative, formatUnits, parseUnits } from '../../../src/core/format/amounts';
import { formatPrice } from '../../../src/core/format/prices';
import { formatToken } from '../../../src/core/format/token-amounts';

const ETHER = { name: 'Ether', symbol: 'ETH', decimals: 18 };
const TRON = { name: 'TRON', symbol: 'TRX', decimals: 6 };

describe('formatFee', () => {
  test('is in the currency, however small, and in Gwei without loss', () => {
    expect(formatFee(157_865n * 1_000_000_007n, ETHER)).toEqual({
      text: '0.0001578 ETH',
      exact: '157,865.001105055 Gwei',
    });
    expect(formatFee(7n, ETHER).text).toBe('0.000000000000000007 ETH');
    expect(formatFee(0n, ETHER)).toEqual({ text: '0 ETH', exact: '0 Gwei' });
    expect(formatFee(1_234_567_890_123_456_789_012n, ETHER).text).toBe('1,234.5678 ETH');
    expect(formatFee(1_234_567_891n, TRON)).toEqual({ text: '1,234.5678 TRX', exact: '1,234.567891 TRX' });
  });
});

describe('formatNative', () => {
  test.each([
    [0n, '0 Wei'],
    [1n, '1 Wei'],
    [1_000_000n, '1,000,000 Wei'],
    [1_000_001n, '0.001 Gwei'],
    // Below a gwei as many digits count as of a fee: a price of 0.0019 is not half of that.
    [1_999_272n, '0.001999 Gwei'],
    [-26_519_940n, '-0.02651 Gwei'],
    [999_999_999n, '0.9999 Gwei'],
    [1_010_272_000n, '1.01 Gwei'],
    [21_000_000_000_000n, '21,000 Gwei'],
    [1_000_000_000_000_000n, '1,000,000 Gwei'],
    [1_000_000_000_000_001n, '0.001 ETH'],
    [123_456_789_000_000_000n, '0.123 ETH'],
    [999_999_999_999_999_999n, '0.999 ETH'],
    [1_000_000_000_000_000_000n, '1 ETH'],
    [1_234_567_890_000_000_000n, '1.2345 ETH'],
    [1_234_567_890_000_000_000_000_000n, '1,234,567.89 ETH'],
    [-2_500_000_000_000_000_000n, '-2.5 ETH'],
  ])('shows %s wei as %s', (wei, text) => {
    expect(formatNative(wei, ETHER).text).toBe(text);
  });

  test.each([
    [0n, '0 TRX'],
    [1n, '0.000001 TRX'],
    [5_000_000n, '5 TRX'],
    [-999_990n, '-0.99999 TRX'],
    [1_234_567_890_123n, '1,234,567.8901 TRX'],
  ])('shows %s parts of a currency that has no wei as %s', (parts, text) => {
    expect(formatNative(parts, TRON).text).toBe(text);
  });

  test('keeps the exact value', () => {
    expect(formatNative(1n, ETHER).exact).toBe('0.000000000000000001 ETH');
    expect(formatNative(-1_234_567_890_123_456_789_012_345n, ETHER).exact).toBe('-1234567.890123456789012345 ETH');
  });
});

describe('formatAmount', () => {
  test('cuts to three digits and says when that leaves nothing', () => {
    expect(formatAmount(1_999_999n, 6)).toBe('1.999');
    expect(formatAmount(999n, 6)).toBe('<0.001');
    expect(formatAmount(-1n, 6)).toBe('-<0.001');
    expect(formatAmount(0n, 6)).toBe('0');
    expect(formatAmount(1n, 6, 0)).toBe('<1');
    expect(formatAmount(12_345n, 0)).toBe('12,345');
  });
});

describe('parseUnits', () => {
  test.each([
    ['', 0n],
    ['1', 1_000_000n],
    ['-1.5', -1_500_000n],
    ['.25', 250_000n],
    ['7.', 7_000_000n],
    ['0.12345678', 123_456n],
    ['-', 0n],
    ['.', 0n],
    ['1e3', 0n],
    ['1,000', 0n],
    ['abc', 0n],
    [' 2 ', 2_000_000n],
  ])('reads %j with six decimals as %s', (text, value) => {
    expect(parseUnits(text, 6)).toBe(value);
  });

  test('reads back what formatUnits writes', () => {
    for (const value of [0n, 1n, -1n, 10n ** 30n + 7n, -(10n ** 18n)])
      expect(parseUnits(formatUnits(value, 18), 18)).toBe(value);
  });
});

describe('formatPrice', () => {
  test('shows two digits in tables and up to twenty in tooltips', () => {
    expect(formatPrice(1234.5)).toBe('$1,234.50');
    expect(formatPrice(0.00001234, 20)).toBe('$0.00001234');
    expect(formatPrice(Number.NaN)).toBe('–');
  });
});

test.each([
  [120n * 10n ** 18n, 18, 'ALP', '120.0 ALP', '120 ALP'],
  [12_405n * 10n ** 17n, 18, 'GAM', '1,240.5 GAM', '1240.5 GAM'],
  [1n, 18, 'ALP', '<0.001 ALP', '0.000000000000000001 ALP'],
  [0n, 18, 'ALP', '0 ALP', '0 ALP'],
  [7n, 0, 'NFT', '7 NFT', '7 NFT'],
  [10n ** 6n, 6, '', '1.0', '1'],
])('%s with %s decimals of %j is shown as %s', (value, decimals, symbol, text, exact) => {
  expect(formatToken(value, decimals, symbol)).toEqual({ text, exact });
});

test('the largest word is a power, not 78 digits', () => {
  expect(formatToken(2n ** 256n - 1n, 18, 'ALP').text).toBe('2²⁵⁶−1 ALP');
  // Nobody knows how many tokens that is.
  expect(formatToken(42_000n, undefined, 'MPL')).toEqual({
    text: '42,000 smallest units of MPL',
    exact: '42000 smallest units of MPL',
  });
  expect(formatToken(2n ** 256n - 2n, 18, 'ALP').text).toMatch(/^115,792,/);
});
