/** Reads transactions with their receipts, without logs. `save-transaction.ts` writes them, which takes more code. */
import { withDatabase } from '../database';
import { fromTransactionRow, type KeptTransaction, type TransactionId } from '../rows/transaction-row';

/** Reads the kept transaction, or undefined. */
export async function readTransaction({ networkId, hash }: TransactionId): Promise<KeptTransaction | undefined> {
  return fromTransactionRow(await withDatabase(undefined, (db) => db.transactions.get([networkId, hash])));
}
