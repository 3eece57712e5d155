/** Logs of kept receipts. `saveTransaction` writes them. */
import type { Log } from '../../core/chain/transaction';
import { withDatabase } from '../database';
import { fromReceiptLogsRow } from '../rows/receipt-logs-row';
import type { TransactionId } from '../rows/transaction-row';

/** Reads the logs of the kept receipt, undefined where none is kept. */
export async function readLogs({ networkId, hash }: TransactionId): Promise<readonly Log[] | undefined> {
  return fromReceiptLogsRow(await withDatabase(undefined, (db) => db.receiptLogs.get([networkId, hash])));
}
