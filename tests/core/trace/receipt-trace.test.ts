import { describe, expect, test } from 'vitest';
import type { Address, Hash, NetworkId } from '../../../src/core/chain/primitives';
import type { Receipt, Transaction } from '../../../src/core/chain/transaction';
import { receiptTrace } from '../../../src/core/trace/receipt-trace';
import { RowKind } from '../../../src/core/trace/rows';
import { rowOf } from './parse';

const A = `0x${'a1'.repeat(20)}` as Address;
const B = `0x${'b2'.repeat(20)}` as Address;
const topic = `0x${'11'.repeat(32)}` as Hash;
const networkId = 1 as NetworkId;
const transaction: Transaction = {
  networkId,
  hash: topic,
  type: 2,
  from: A,
  to: B,
  nonce: 0,
  value: 255n,
  input: '0xa9059cbb',
  gas: 90_000,
  accessList: [],
};
const receipt: Receipt = {
  networkId,
  transactionHash: topic,
  blockHash: topic,
  blockNumber: 1,
  index: 0,
  from: A,
  to: B,
  status: 'success',
  gasUsed: 50_000,
  cumulativeGasUsed: 50_000,
  logs: [{ address: B, topics: [topic], data: '0x07', logIndex: 3 }],
};

describe('receiptTrace', () => {
  test('is the outermost call with the logs below it', () => {
    const trace = receiptTrace(transaction, receipt);
    expect(trace.source).toBe('receipt');
    expect(rowOf(trace, 0)).toMatchObject({
      from: A,
      to: B,
      value: '0xff',
      input: '0xa9059cbb',
      gas: 90_000,
      gasUsed: 50_000,
      flags: 0,
    });
    expect(rowOf(trace, 1)).toMatchObject({ kind: RowKind.log, from: B, input: `${topic}07`, output: '1 topics' });
  });

  test('knows creations and failures', () => {
    const { to: _, ...creation } = transaction;
    const created = receiptTrace(creation, { ...receipt, contractAddress: B, logs: [] });
    expect(rowOf(created, 0)).toMatchObject({ kind: RowKind.create, to: B });
    const failed = receiptTrace(creation, { ...receipt, contractAddress: B, status: 'failed', logs: [] });
    expect(rowOf(failed, 0)).toMatchObject({ to: undefined, error: 'failed' });
  });
});
