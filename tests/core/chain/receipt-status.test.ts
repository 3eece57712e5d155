import { expect, test } from 'vitest';
import type { Hash } from '../../../src/core/chain/primitives';
import { receiptStatus } from '../../../src/core/chain/receipt-status';

const root = `0x${'cc'.repeat(32)}` as Hash;

test('a stated status counts, whatever gas is left', () => {
  expect(receiptStatus({ status: 'failed', gasUsed: 30_000 }, 50_000)).toBe('failed');
  expect(receiptStatus({ status: 'success', gasUsed: 50_000 }, 50_000)).toBe('success');
});

test('before Byzantium every failure took all gas, so that gas left shows success', () => {
  // Ethereum's first transaction, block 46,147: 21,000 gas of 21,000, a plain transfer. Nothing but its execution says so.
  expect(receiptStatus({ root, gasUsed: 21_000 }, 21_000)).toBeUndefined();
  expect(receiptStatus({ root, gasUsed: 21_000 }, 90_000)).toBe('success');
});

test('a receipt with neither status nor root says nothing', () => {
  expect(receiptStatus({ gasUsed: 21_000 }, 90_000)).toBeUndefined();
});
