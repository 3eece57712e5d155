/** Remembers that the reader opened the transaction, for the home page. */
import { useEffect } from 'react';
import type { TransactionRecord } from '../../../workers/chain/chain.api';
import { pageShown } from '../../page-stages';
import { statusOf } from './TransactionHeading';

/** The newest visit that is to be saved, by transaction. */
const newest = new Map<string, symbol>();

/**
 * Saves the visit under `title` once it is `settled`; storage is loaded for it, after the page shows. A visit is saved
 * also where the reader has left the page by then, unless another title was settled.
 */
export function useVisit(record: TransactionRecord, title: string, settled: boolean): void {
  const { networkId, hash } = record.transaction;
  const status = statusOf(record);
  useEffect(() => {
    if (!settled) return;
    const visitedAt = Date.now();
    const name = `${networkId} ${hash}`;
    const own = Symbol(name);
    newest.set(name, own);
    const save = async () => {
      await pageShown();
      const { saveVisit } = await import('../../../db/transaction-visits');
      if (newest.get(name) !== own) return;
      newest.delete(name);
      await saveVisit({ networkId, hash, visitedAt, title, status });
    };
    save().catch(() => undefined); // a chunk that cannot be loaded offline costs the list of visits one entry
  }, [networkId, hash, title, status, settled]);
}
