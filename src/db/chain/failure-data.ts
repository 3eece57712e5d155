/** The revert data of failed transactions, as calling them again returned it. It is kept in their rows of the lists. */
import type { Hash, Hex, NetworkId } from '../../core/chain/primitives';
import type { TransactionSummary } from '../../core/chain/summaries';
import { withDatabase, writeDatabase } from '../database';
import { placeKey } from '../list-page';
import { parseTransactionSummaryRow } from '../rows/stored-summary';
import { putSummaries, SUMMARY_TABLES } from './transaction-summaries';

/** A transaction and its place in the chain. A pending transaction has no place and is skipped. */
export type ListedPlace = Pick<TransactionSummary, 'hash' | 'blockNumber' | 'index'>;

/** Characters of revert data that are kept: reasons are short, and a list shows only the beginning. */
const MAX_DATA = 4_096;

/**
 * Reads the kept data of these transactions, null where a call does not revert. Transactions that were never called
 * again are left out.
 */
export async function readFailureData(
  networkId: NetworkId,
  transactions: readonly ListedPlace[],
): Promise<ReadonlyMap<Hash, Hex | null>> {
  const mined = minedOf(transactions);
  const rows = await withDatabase<unknown[]>([], (db) =>
    db.transactionSummaries.bulkGet(mined.map((place) => placeKey(networkId, place))),
  );
  const found = new Map<Hash, Hex | null>();
  rows.map(parseTransactionSummaryRow).forEach((row, at) => {
    if (row?.revertData !== undefined && row.hash === mined[at]?.hash) found.set(row.hash, row.revertData);
  });
  return found;
}

/**
 * Keeps the data of those transactions that are still listed at their places, cut at `MAX_DATA`; false when storage
 * refused.
 */
export function saveFailureData(
  networkId: NetworkId,
  transactions: readonly ListedPlace[],
  data: ReadonlyMap<Hash, Hex | null>,
): Promise<boolean> {
  const mined = minedOf(transactions).filter(({ hash }) => data.has(hash));
  return writeDatabase((db) =>
    db.transaction('rw', [...SUMMARY_TABLES], async () => {
      const rows = await db.transactionSummaries.bulkGet(mined.map((place) => placeKey(networkId, place)));
      const listed = rows
        .map(parseTransactionSummaryRow)
        .filter((row, at) => row !== undefined && row.hash === mined[at]?.hash)
        .flatMap((row) => row ?? []);
      const changed = listed.map((row) => {
        const revertData = data.get(row.hash) ?? null;
        return { ...row, revertData: revertData === null ? null : (revertData.slice(0, MAX_DATA) as Hex) };
      });
      await putSummaries(db, networkId, changed, Date.now());
    }),
  );
}

function minedOf(transactions: readonly ListedPlace[]): readonly { hash: Hash; blockNumber: number; index: number }[] {
  return transactions.flatMap(({ hash, blockNumber, index }) =>
    blockNumber === undefined || index === undefined ? [] : [{ hash, blockNumber, index }],
  );
}
