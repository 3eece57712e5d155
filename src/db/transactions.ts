/** Transactions with the summary of their receipts: reading them. Keeping one lists it too, which takes more code (save-transaction.ts). */
import { withDatabase } from './database';
import { fromTransactionRow, type KeptTransaction, type TransactionId } from './rows/transaction-row';

/** The kept transaction, or undefined. */
export async function readTransaction({ networkId, hash }: TransactionId): Promise<KeptTransaction | undefined> {
  return fromTransactionRow(await withDatabase(undefined, (db) => db.transactions.get([networkId, hash])));
}
