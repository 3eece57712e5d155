import { expect, test } from 'vitest';
import { chainHistory } from '../../../src/core/chain/chain-history';
import type { Address, Hash, NetworkId } from '../../../src/core/chain/primitives';
import type { BlockSummary, TransactionSummary } from '../../../src/core/chain/summaries';

const networkId = 1 as NetworkId;
const HOUR = 3_600;
const NOON = Date.UTC(2026, 10, 22, 12) / 1_000;

const block = (number: number, timestamp: number, transactionCount: number) =>
  ({ networkId, number, timestamp, transactionCount, gasUsed: 0, gasLimit: 1 }) as BlockSummary;
const transaction = (timestamp: number | undefined, fee: bigint | undefined, gasUsed: number | undefined) =>
  ({
    networkId,
    hash: '0x' as Hash,
    from: '0x' as Address,
    value: 0n,
    gas: 1,
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(fee === undefined ? {} : { fee }),
    ...(gasUsed === undefined ? {} : { gasUsed }),
  }) as TransactionSummary;

test('every period of the time has its point, with the mean price weighted by gas', () => {
  const history = chainHistory(
    [block(7, NOON, 2), block(8, NOON + 60, 1), block(9, NOON + 30 * HOUR, 4)],
    [
      transaction(NOON, 100n, 10),
      transaction(NOON + 60, 50n, 40),
      transaction(NOON, undefined, 5),
      transaction(undefined, 9n, 1),
    ],
  );
  expect(history).toMatchObject({ period: HOUR * 1_000, firstBlock: 7, lastBlock: 9 });
  expect(history?.points).toHaveLength(31);
  expect(history?.points[0]).toEqual({ time: NOON * 1_000, transactions: 3, gasPrice: 3 });
  expect(history?.points[1]).toEqual({ time: (NOON + HOUR) * 1_000, transactions: 0, gasPrice: undefined });
  expect(history?.points.at(-1)).toEqual({ time: (NOON + 30 * HOUR) * 1_000, transactions: 4, gasPrice: undefined });
});

test('the order of blocks does not matter, and periods grow with the time', () => {
  const years = [block(3, NOON, 1), block(1, NOON - 9 * 365 * 24 * HOUR, 1), block(2, NOON - HOUR, 1)];
  expect(
    chainHistory(years, [])
      ?.points.map(({ transactions }) => transactions)
      .filter(Boolean),
  ).toEqual([1, 2]);
  expect(chainHistory([block(1, NOON, 1), block(2, NOON + 12, 1)], [])?.period).toBe(10_000);
});

test('one block, and times that no chain has, make no chart', () => {
  expect(chainHistory([block(1, NOON, 1)], [])).toBeUndefined();
  expect(chainHistory([block(1, 0, 1), block(2, 2 ** 40, 1)], [])).toBeUndefined();
});
