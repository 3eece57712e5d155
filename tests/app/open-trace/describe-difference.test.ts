import { expect, test } from 'vitest';
import { describeDifference } from '../../../src/app/views/open-trace/describe-difference';
import type { Address, Hash } from '../../../src/core/chain/primitives';
import type { TransactionRecord } from '../../../src/workers/chain/chain.api';
import { differenceFrom } from '../../../src/workers/trace/open/opening';
import { minedReceipt, minedTransaction } from '../transaction/records';

const kept: TransactionRecord = {
  transaction: minedTransaction(),
  receipt: minedReceipt(),
  origin: 'cache',
  fetchedAt: 0,
};
const now = (receipt = minedReceipt()): TransactionRecord => ({ ...kept, receipt, origin: 'endpoint' });
const said = (record: TransactionRecord): string | undefined => {
  const difference = differenceFrom(kept, record);
  return difference && describeDifference(difference);
};

test('nothing when it is the same, or when nothing was kept', () => {
  expect(differenceFrom(kept, now())).toBeUndefined();
  expect(differenceFrom(undefined, now())).toBeUndefined();
  expect(differenceFrom(now(), now(minedReceipt({ status: 'failed' })))).toBeUndefined();
});

test('another block, another result, pending again', () => {
  expect(said(now(minedReceipt({ blockHash: `0x${'cc'.repeat(32)}` as Hash })))).toContain('another block');
  expect(said(now(minedReceipt({ status: 'failed' })))).toContain('another result');
  const { receipt: _, ...pending } = now();
  expect(said(pending)).toContain('pending again');
});

test('other fields by their names', () => {
  const transaction = { ...minedTransaction(), value: 10n ** 21n, to: `0x${'5e'.repeat(20)}` as Address };
  expect(said({ ...now(), transaction })).toBe(
    'The endpoint reports another transaction than the one kept here: to, value differ.',
  );
});
