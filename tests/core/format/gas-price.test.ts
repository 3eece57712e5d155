import { expect, test } from 'vitest';
import { formatGwei } from '../../../src/core/format/gas-price';

test.each([
  [0, '0'],
  [0.4, '0'],
  [1, '0.000000001'],
  [252, '0.000000252'],
  [1_000_007, '0.001'],
  [1_999_999, '0.00199'],
  [12_345_678, '0.0123'],
  [999_999_999, '0.999'],
  [1_000_000_001, '1'],
  [1_499_999_999.7, '1.499'],
  [1_234_567_890_123, '1,234.567'],
])('%s wei are %s Gwei', (wei, said) => {
  expect(formatGwei(wei)).toBe(said);
});
