/** How busy a chain was and what gas cost, over the time of some of its blocks: for charts. */
import type { BlockSummary, TransactionSummary } from './summaries';

export type HistoryPoint = {
  /** When its period begins, milliseconds. */
  time: number;
  transactions: number;
  /** Wei paid for a unit of gas on average; undefined where no fee is known of the period. */
  gasPrice: number | undefined;
};

export type ChainHistory = {
  /** Length of a period, milliseconds. */
  period: number;
  /** Oldest first, one for each period, also where nothing happened. */
  points: readonly HistoryPoint[];
  firstBlock: number;
  lastBlock: number;
};

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Lengths of periods that a reader has words for. */
const PERIODS = [10 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, DAY, 7 * DAY, 30 * DAY, 365 * DAY];
/** Periods of a chart at most, so that each is wide enough to be hit. */
const MAX_POINTS = 40;

/**
 * Returns the history of blocks that follow one another, in any order. Undefined of fewer than two, and where their
 * times span more than forty years, which no chain's do.
 */
export function chainHistory(
  blocks: readonly BlockSummary[],
  transactions: readonly TransactionSummary[],
): ChainHistory | undefined {
  if (blocks.length < 2) return undefined;
  const numbers = blocks.map(({ number }) => number);
  const times = blocks.map(({ timestamp }) => timestamp * SECOND);
  const [first, last] = extent(times);
  const period = PERIODS.find((length) => startOf(last, length) - startOf(first, length) < MAX_POINTS * length);
  if (period === undefined) return undefined;
  const start = startOf(first, period);
  const count = (startOf(last, period) - start) / period + 1;
  const sums = Array.from({ length: count }, () => ({ transactions: 0, fees: 0n, gas: 0 }));
  const sumAt = (second: number) => sums[(startOf(second * SECOND, period) - start) / period];
  for (const { timestamp, transactionCount } of blocks) {
    const sum = sumAt(timestamp);
    if (sum !== undefined) sum.transactions += transactionCount;
  }
  for (const { timestamp, fee, gasUsed } of transactions) {
    if (timestamp === undefined || fee === undefined || gasUsed === undefined) continue;
    const sum = sumAt(timestamp);
    if (sum === undefined) continue;
    sum.fees += fee;
    sum.gas += gasUsed;
  }
  const [firstBlock, lastBlock] = extent(numbers);
  return {
    period,
    points: sums.map(({ transactions: all, fees, gas }, at) => ({
      time: start + at * period,
      transactions: all,
      gasPrice: gas === 0 ? undefined : Number(fees) / gas,
    })),
    firstBlock,
    lastBlock,
  };
}

function startOf(time: number, period: number): number {
  return Math.floor(time / period) * period;
}

/** Lowest and highest; a list may be longer than a call takes arguments. */
function extent(values: readonly number[]): [number, number] {
  return values.reduce<[number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}
