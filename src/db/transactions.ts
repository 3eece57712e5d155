/** Transactions with their receipts, whose logs are kept and read apart. */
import type { Address, NetworkId } from '../core/chain/primitives';
import type { Log } from '../core/chain/transaction';
import { withDatabase, writeDatabase } from './database';
import { estimateSize } from './estimate-size';
import { readableRows } from './rows/fields';
import { toReceiptLogsRow } from './rows/receipt-logs-row';
import {
  fromTransactionRow,
  type KeptTransaction,
  type TransactionId,
  type TransactionRow,
  toTransactionRow,
} from './rows/transaction-row';
import { forgetUse, recordUse } from './use-ledger';

/** The kept transaction, or undefined. */
export async function readTransaction({ networkId, hash }: TransactionId): Promise<KeptTransaction | undefined> {
  return fromTransactionRow(await withDatabase(undefined, (db) => db.transactions.get([networkId, hash])));
}

/** Whether the transaction is kept; reads none of it. */
export async function hasTransaction({ networkId, hash }: TransactionId): Promise<boolean> {
  const count = await withDatabase(0, (db) =>
    db.transactions.where('[networkId+hash]').equals([networkId, hash]).count(),
  );
  return count > 0;
}

/** Keeps a transaction and the logs of its receipt; false when storage refused. */
export function saveTransaction(kept: KeptTransaction, logs: readonly Log[]): Promise<boolean> {
  const { networkId, hash } = kept;
  const row = toTransactionRow(kept);
  return writeDatabase((db) =>
    db.transaction('rw', db.transactions, db.receiptLogs, db.uses, async () => {
      await db.transactions.put(row);
      await db.receiptLogs.put(toReceiptLogsRow(kept, logs));
      await recordUse(db, 'transactions', [networkId, hash], estimateSize(row) + estimateSize(logs));
    }),
  );
}

/** Drops a transaction and its trace: the chain no longer has it. */
export function deleteTransaction({ networkId, hash }: TransactionId): Promise<void> {
  return withDatabase(undefined, (db) =>
    db.transaction('rw', [db.transactions, db.receiptLogs, db.traces, db.firstScreens, db.uses], async () => {
      await db.transactions.delete([networkId, hash]);
      await db.receiptLogs.delete([networkId, hash]);
      await db.traces.delete([networkId, hash]);
      await db.firstScreens.delete([networkId, hash]);
      await forgetUse(db, 'transactions', [[networkId, hash]]);
      await forgetUse(db, 'traces', [[networkId, hash]]);
    }),
  );
}

/** Kept transactions an address sent, received or was created by, newest block first, at most `limit`. Reads all of the network's. */
export function readTransactionsOf(
  networkId: NetworkId,
  address: Address,
  limit: number,
): Promise<readonly KeptTransaction[]> {
  return withDatabase<readonly KeptTransaction[]>([], async (db) => {
    const rows = await db.transactions
      .where('[networkId+hash]')
      .between([networkId, ''], [networkId, '\uffff'])
      .filter(
        ({ transaction: { from, to }, receipt }) =>
          from === address || to === address || receipt?.contractAddress === address,
      )
      .toArray();
    const height = ({ transaction: { blockNumber } }: TransactionRow) => blockNumber ?? Number.POSITIVE_INFINITY;
    const order = (a: TransactionRow, b: TransactionRow) =>
      Math.sign(height(b) - height(a)) || (b.transaction.index ?? 0) - (a.transaction.index ?? 0);
    return readableRows(rows.sort(order).slice(0, limit), fromTransactionRow);
  });
}
