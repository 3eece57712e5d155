/** Transactions of a chain that its developer may want to open: the last failures, and what was out of the ordinary. */
import type { TransactionSummary } from './summaries';

export type NotableTransaction = { why: 'failed' | 'most gas' | 'largest value'; summary: TransactionSummary };

const FAILED = 3;
const MOST_GAS = 2;

/** Returns at most six transactions, each once: the last that failed, those that used most gas, and the largest payment. `newest` is newest first. */
export function notableTransactions(newest: readonly TransactionSummary[]): readonly NotableTransaction[] {
  const failed = newest.filter(({ status }) => status === 'failed').slice(0, FAILED);
  const others = newest.filter((summary) => !failed.includes(summary));
  const heavy = others.toSorted((a, b) => (b.gasUsed ?? 0) - (a.gasUsed ?? 0)).slice(0, MOST_GAS);
  const rich = others
    .filter((summary) => summary.value > 0n && !heavy.includes(summary))
    .reduce<TransactionSummary | undefined>(
      (largest, each) => (largest === undefined || each.value > largest.value ? each : largest),
      undefined,
    );
  const of = (why: NotableTransaction['why']) => (summary: TransactionSummary) => ({ why, summary });
  return [...failed.map(of('failed')), ...heavy.map(of('most gas')), ...(rich ? [rich] : []).map(of('largest value'))];
}
