/**
 * Keeps and deletes transactions, also in the lists. The logs of a receipt are a row of their own. Pages that only read
 * do not load this.
 */
import { summarizeTransaction } from '../../core/chain/summaries';
import type { Block, Log } from '../../core/chain/transaction';
import { dropScreensOf, dropScreensSoon } from '../cache-storage/kept-screens';
import { transferParties } from '../chain-index/transfer-parties';
import { withDatabase, writeDatabase } from '../database';
import { placeKey } from '../list-page';
import type { LoupeDatabase } from '../loupe-database';
import { toReceiptLogsRow } from '../rows/receipt-logs-row';
import { parseTransactionSummaryRow } from '../rows/stored-summary';
import {
  fromTransactionRow,
  type KeptTransaction,
  type TransactionId,
  toTransactionRow,
} from '../rows/transaction-row';
import { type TransactionSummaryRow, toTransactionSummaryRow } from '../rows/transaction-summary-row';
import { estimateSize } from '../storage/estimate-size';
import { forgetUses, LEDGER_TABLES, recordUses } from '../storage/use-ledger';
import { HEIGHT_TABLES, settleHeight } from './block-heights';
import type { StatedBy } from './blocks';
import { putSummaries, removeSummaryAt, SUMMARY_TABLES } from './transaction-summaries';

/** What is known of a transaction beside its record. */
export type TransactionContext = {
  /** Block of the transaction, where it is known. */
  block?: Block | undefined;
  stated?: StatedBy;
};

/**
 * Keeps a transaction and the logs of its receipt, and lists it by its place and under its addresses; false when
 * storage refused.
 */
export function saveTransaction(
  kept: KeptTransaction,
  logs: readonly Log[],
  { block, stated = 'endpoint' }: TransactionContext = {},
): Promise<boolean> {
  const { networkId, hash } = kept;
  const row = toTransactionRow(kept);
  const summary = summarizeTransaction(kept.transaction, kept.receipt, block?.timestamp);
  const listed = toTransactionSummaryRow(summary, transferParties(logs));
  return writeDatabase((db) =>
    db.transaction('rw', ['transactions', 'receiptLogs', ...HEIGHT_TABLES, ...LEDGER_TABLES], async () => {
      const before = fromTransactionRow(await db.transactions.get([networkId, hash]));
      await db.transactions.put(row);
      await db.receiptLogs.put(toReceiptLogsRow(kept, logs));
      await recordUses(db, 'transactions', [{ key: [networkId, hash], size: estimateSize(row) + estimateSize(logs) }]);
      // A pending transaction that is mined, or a mined one that moved, is removed from its earlier place.
      await removeSummaryAt(db, networkId, { hash });
      if (before !== undefined && before.transaction.blockHash !== row.transaction.blockHash) {
        await removeSummaryAt(db, networkId, before.transaction);
        dropScreensSoon([hash]);
      }
      if (await isFree(db, listed, stated)) await putSummaries(db, networkId, [listed], Date.now());
    }),
  );
}

/** Deletes a transaction that the chain no longer has, with its trace and its rows in the lists. */
export async function deleteTransaction({ networkId, hash }: TransactionId): Promise<void> {
  const traces = ['traces', 'traceChecks', 'firstScreenCache'];
  const tables = ['transactions', 'receiptLogs', ...traces, ...SUMMARY_TABLES, ...LEDGER_TABLES];
  await dropScreensOf([hash]);
  await withDatabase(undefined, (db) =>
    db.transaction('rw', [...new Set(tables)], async () => {
      const before = fromTransactionRow(await db.transactions.get([networkId, hash]));
      if (before !== undefined) await removeSummaryAt(db, networkId, before.transaction);
      await db.transactions.delete([networkId, hash]);
      await db.receiptLogs.delete([networkId, hash]);
      await db.traces.delete([networkId, hash]);
      await db.traceChecks.delete([networkId, hash]);
      await db.firstScreenCache.delete([networkId, hash]);
      await forgetUses(db, 'transactions', [[networkId, hash]]);
      await forgetUses(db, 'traces', [[networkId, hash]]);
    }),
  );
}

/** Keeps of a transaction that the chain no longer has only what it was and what became of it; its trace and lists go. */
export async function keepGone(
  { networkId, hash, transaction, fetchedAt }: KeptTransaction,
  gone: Gone,
): Promise<void> {
  await deleteTransaction({ networkId, hash });
  const { blockHash: _, blockNumber: __, index: ___, ...unplaced } = transaction;
  const row = toTransactionRow({ networkId, hash, transaction: unplaced, fetchedAt, gone });
  await writeDatabase((db) =>
    db.transaction('rw', ['transactions', ...LEDGER_TABLES], async () => {
      await db.transactions.put(row);
      await recordUses(db, 'transactions', [{ key: [networkId, hash], size: estimateSize(row) }]);
    }),
  );
}

type Gone = NonNullable<KeptTransaction['gone']>;

/**
 * Whether a transaction may be listed at its place. What an endpoint states replaces what was listed there; what a
 * trace file states does not.
 */
async function isFree(db: LoupeDatabase, row: TransactionSummaryRow, stated: StatedBy): Promise<boolean> {
  const { networkId, blockNumber, blockHash } = row;
  if (blockHash === undefined) return true;
  if (stated === 'endpoint') {
    await settleHeight(db, networkId, blockNumber, blockHash);
    return true;
  }
  const block = await db.blockSummaries.get([networkId, blockNumber]);
  const listed = parseTransactionSummaryRow(await db.transactionSummaries.get(placeKey(networkId, row)));
  return (block === undefined || block.hash === blockHash) && (listed === undefined || listed.hash === row.hash);
}
