/** Converts rows of `transactionSummaries` between their fields and what is stored. */
import * as v from 'valibot';
import type { TransactionSummary } from '../../core/chain/summaries';
import { packSummary, unpackSummary } from '../packed/packed-summary';
import { count, networkId, parseRow } from './fields';
import { PENDING_BLOCK, type TransactionSummaryRow } from './transaction-summary-row';

const row = v.object({ networkId, blockNumber: count, index: count, packed: v.string() });

/** A row as it is stored. */
export type StoredTransactionSummary = v.InferOutput<typeof row>;

export function toStoredSummary(summary: TransactionSummaryRow): StoredTransactionSummary {
  const { networkId, blockNumber, index } = summary;
  return { networkId, blockNumber, index, packed: packSummary(summary) };
}

/** Parses the stored row; undefined where it is damaged. */
export function parseTransactionSummaryRow(stored: unknown): TransactionSummaryRow | undefined {
  const known = parseRow(row, stored);
  if (known === undefined) return undefined;
  const { packed, ...place } = known;
  const fields = unpackSummary(packed);
  return fields && { ...place, ...fields };
}

/** Returns undefined where the row is damaged. */
export function fromTransactionSummaryRow(stored: unknown): TransactionSummary | undefined {
  const row = parseTransactionSummaryRow(stored);
  return row && summaryOf(row);
}

/** Returns the summary that a row was made of. */
export function summaryOf({
  others: _,
  revertData: __,
  blockNumber,
  index,
  ...summary
}: TransactionSummaryRow): TransactionSummary {
  return blockNumber === PENDING_BLOCK ? summary : { ...summary, blockNumber, index };
}
