import { describe, expect, test } from 'vitest';
import { feeOf, highestFeeOf } from '../../../src/app/views/transaction/fee';
import { tokenFeeOf } from '../../../src/app/views/transaction/token-fee';
import { typeLabel } from '../../../src/app/views/transaction/type-text';
import type { Address, Hash } from '../../../src/core/chain/primitives';
import { summarizeTransaction } from '../../../src/core/chain/summaries';
import { minedBlock, minedReceipt, minedTransaction } from './records';

test('EIP-1559: the base fee is burnt, the rest is the tip', () => {
  const fee = feeOf(
    minedTransaction(),
    minedReceipt({ gasUsed: 21_000, effectiveGasPrice: 12n }),
    minedBlock({ baseFeePerGas: 10n }),
  );
  expect(fee).toEqual({ total: 252_000n, price: 12n, burnt: 210_000n, tip: 42_000n });
});

test('EIP-4844: blob gas is charged at its own price and burnt', () => {
  const receipt = minedReceipt({ gasUsed: 21_000, effectiveGasPrice: 10n, blobGasUsed: 131_072, blobGasPrice: 3n });
  const fee = feeOf(minedTransaction(), receipt, minedBlock({ baseFeePerGas: 10n }));
  expect(fee?.blob).toBe(393_216n);
  expect(fee?.total).toBe(210_000n + 393_216n);
  expect(fee?.burnt).toBe(210_000n + 393_216n);
  expect(fee?.tip).toBe(0n);
});

test('a rollup adds what publishing on its base chain cost', () => {
  const receipt = minedReceipt({ gasUsed: 1_000, effectiveGasPrice: 2n, rollup: { l1Fee: '0x64' } });
  expect(feeOf(minedTransaction(), receipt, undefined)).toEqual({ total: 2_100n, price: 2n, rollup: 100n });
});

test('on a rollup nothing is burnt: the base fee goes to who runs it', () => {
  const block = minedBlock({ baseFeePerGas: 2n });
  const optimism = minedReceipt({ gasUsed: 1_000, effectiveGasPrice: 3n, rollup: { l1Fee: '0x64' } });
  expect(feeOf(minedTransaction(), optimism, block)).toEqual({ total: 3_100n, price: 3n, rollup: 100n });
  const arbitrum = minedReceipt({ gasUsed: 1_000, effectiveGasPrice: 2n, rollup: { gasUsedForL1: '0x1' } });
  expect(feeOf(minedTransaction(), arbitrum, block)).toEqual({ total: 2_000n, price: 2n });
});

test('a fee that is paid in a token is no amount of the currency of the chain', () => {
  const transaction = minedTransaction({ type: 123, gasPrice: 5n, rollup: { feeCurrency: `0x${'44'.repeat(20)}` } });
  expect(feeOf(transaction, minedReceipt({ effectiveGasPrice: 5n }), minedBlock())).toBeUndefined();
  expect(highestFeeOf(transaction)).toBeUndefined();
});

describe('paid in a token', () => {
  const cUsd = '0x765de816845861e75a25fca122bb6898b8b1282a' as Address;
  const transaction = minedTransaction({ type: 123, gas: 300_000, maxFeePerGas: 9n, rollup: { feeCurrency: cUsd } });

  test('the fee is of that token: gas used at the price of the receipt, or all of the gas at the highest', () => {
    const receipt = minedReceipt({ gasUsed: 104_321, effectiveGasPrice: 7n });
    expect(tokenFeeOf(transaction, receipt)).toEqual({ token: cUsd, amount: 730_247n });
    expect(tokenFeeOf(transaction, undefined)).toEqual({ token: cUsd, amount: 2_700_000n });
    expect(tokenFeeOf(transaction, minedReceipt({ gasUsed: 104_321 }))).toBeUndefined();
  });

  test('no list shows it as an amount of the currency of the chain', () => {
    const receipt = minedReceipt({ gasUsed: 104_321, effectiveGasPrice: 7n });
    expect(summarizeTransaction(transaction, receipt, 1).fee).toBeUndefined();
    expect(summarizeTransaction({ ...transaction, rollup: {} }, receipt, 1).fee).toBe(730_247n);
  });

  test('the zero address stands for the currency of the chain (CIP-64)', () => {
    const own = minedTransaction({ type: 123, gasPrice: 5n, rollup: { feeCurrency: `0x${'00'.repeat(20)}` } });
    expect(tokenFeeOf(own, minedReceipt({ gasUsed: 3, effectiveGasPrice: 5n }))).toBeUndefined();
    expect(feeOf(own, minedReceipt({ gasUsed: 3, effectiveGasPrice: 5n }), undefined)?.total).toBe(15n);
  });
});

test('a pending transaction costs at most its gas and its blobs at the highest price it offers', () => {
  const fees = { gas: 21_000, maxFeePerGas: 10n, maxPriorityFeePerGas: 1n };
  expect(highestFeeOf(minedTransaction(fees))).toBe(210_000n);
  expect(highestFeeOf(minedTransaction({ type: 0, gas: 21_000, gasPrice: 3n }))).toBe(63_000n);
  const blobVersionedHashes = ['01', '02'].map((end) => `0x01${'00'.repeat(30)}${end}` as Hash);
  const blobs = { ...fees, type: 3, blobVersionedHashes };
  expect(highestFeeOf(minedTransaction({ ...blobs, maxFeePerBlobGas: 7n }))).toBe(210_000n + 2n * 131_072n * 7n);
  expect(highestFeeOf(minedTransaction(blobs))).toBeUndefined();
  expect(highestFeeOf(minedTransaction({ type: 0 }))).toBeUndefined();
});

test('before London there is nothing burnt', () => {
  const receipt = minedReceipt({ gasUsed: 21_000 });
  expect(feeOf(minedTransaction({ gasPrice: 5n }), receipt, minedBlock())).toEqual({ total: 105_000n, price: 5n });
});

test('types are labelled by number and EIP, and by what made them where several chains have one number', () => {
  expect([0, 1, 2, 3, 4].map((type) => typeLabel({ type }))).toEqual([
    '0 · Legacy',
    '1 · EIP-2930',
    '2 · EIP-1559',
    '3 · EIP-4844',
    '4 · EIP-7702',
  ]);
  expect(typeLabel({ type: 106 })).toBe('106 · Arbitrum internal');
  expect(typeLabel({ type: 107 })).toBe('107 (0x6b)');
  expect(typeLabel({ type: 126, rollup: { sourceHash: '0x01' } }, 'L1 attributes')).toBe('126 · Deposit');
  expect(typeLabel({ type: 126, rollup: { queueIndex: '0x1' } }, 'L1 message')).toBe('126 · L1 message');
  expect(typeLabel({ type: 126 })).toBe('126 (0x7e)');
});
