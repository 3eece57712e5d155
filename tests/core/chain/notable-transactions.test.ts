import { expect, test } from 'vitest';
import { notableTransactions } from '../../../src/core/chain/notable-transactions';
import type { TransactionSummary } from '../../../src/core/chain/summaries';

const transaction = (hash: string, gasUsed: number, value: bigint, status: 'success' | 'failed' = 'success') =>
  ({ hash, gasUsed, value, status }) as unknown as TransactionSummary;

test('the last failures, the most gas and the largest payment, each once', () => {
  const newest = [
    transaction('f1', 900, 0n, 'failed'),
    transaction('a', 10, 7n),
    transaction('f2', 1, 0n, 'failed'),
    transaction('b', 500, 99n),
    transaction('c', 400, 0n),
    transaction('d', 20, 50n),
    transaction('f3', 1, 0n, 'failed'),
    transaction('f4', 1, 0n, 'failed'),
  ];
  expect(notableTransactions(newest).map(({ why, summary }) => `${why} ${summary.hash}`)).toEqual([
    'failed f1',
    'failed f2',
    'failed f3',
    'most gas b',
    'most gas c',
    'largest value d',
  ]);
});

test('without payments and failures there are fewer', () => {
  expect(notableTransactions([transaction('a', 1, 0n)]).map(({ why }) => why)).toEqual(['most gas']);
  expect(notableTransactions([])).toEqual([]);
});
