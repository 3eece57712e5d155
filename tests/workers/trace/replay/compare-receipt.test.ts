/** A failed transaction has no events of its contracts, but may have those of its chain's protocol. */
import { expect, test } from 'vitest';
import type { Log, Receipt } from '../../../../src/core/chain/transaction';
import type { LogEntry } from '../../../../src/core/evm/machine';
import type { TransactionResult } from '../../../../src/core/evm/transaction/transaction-result';
import { outlineDifference } from '../../../../src/workers/trace/replay/compare-receipt';

const receipt = (logs: number) =>
  ({ status: 'failed', gasUsed: 21_000, logs: Array<Log>(logs).fill({} as Log) }) as unknown as Receipt;
const result = (logs: number) =>
  ({
    success: false,
    gasUsed: 21_000,
    fees: [],
    logs: Array<LogEntry>(logs).fill({} as LogEntry),
  }) as unknown as TransactionResult;

test('events of a failed transaction are compared as those of others', () => {
  // On Polygon the protocol logs the fee of every transaction (core/bor_fee_log.go).
  expect(outlineDifference(receipt(1), result(1))).toBeUndefined();
  expect(outlineDifference(receipt(0), result(0))).toBeUndefined();
  expect(outlineDifference(receipt(1), result(0))).toMatch(/emitted 0 events, but the receipt has 1/);
  expect(outlineDifference(receipt(0), result(1))).toMatch(/emitted 1 events, but the receipt has 0/);
});
