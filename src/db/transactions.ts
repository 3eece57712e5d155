/** Transactions with their receipts. */
import type { Address, NetworkId } from '../core/chain/primitives';
import { withDatabase, writeDatabase } from './database';
import type { TransactionId, TransactionRow } from './schema';
import { estimateSize } from './size';
import { forgetUse, recordUse } from './uses';

/** The kept transaction, or undefined. */
export function readTransaction({ networkId, hash }: TransactionId): Promise<TransactionRow | undefined> {
  return withDatabase(undefined, (db) => db.transactions.get([networkId, hash]));
}

/** Whether the transaction is kept; reads none of it. */
export async function hasTransaction({ networkId, hash }: TransactionId): Promise<boolean> {
  const count = await withDatabase(0, (db) =>
    db.transactions.where('[networkId+hash]').equals([networkId, hash]).count(),
  );
  return count > 0;
}

/** Keeps a transaction; false when storage refused. */
export function saveTransaction(row: TransactionRow): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', db.transactions, db.uses, async () => {
      await db.transactions.put(row);
      await recordUse(db, 'transactions', [row.networkId, row.hash], estimateSize(row));
    }),
  );
}

/** Drops a transaction and its trace: the chain no longer has it. */
export function deleteTransaction({ networkId, hash }: TransactionId): Promise<void> {
  return withDatabase(undefined, (db) =>
    db.transaction('rw', db.transactions, db.traces, db.uses, async () => {
      await db.transactions.delete([networkId, hash]);
      await db.traces.delete([networkId, hash]);
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
): Promise<readonly TransactionRow[]> {
  return withDatabase<readonly TransactionRow[]>([], async (db) => {
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
    return rows.sort(order).slice(0, limit);
  });
}
