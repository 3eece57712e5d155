/** Remembers that the reader opened the transaction, for the home page. */
import { useEffect } from 'react';
import type { TransactionRecord } from '../../../workers/chain/chain.api';
import { pageShown } from '../../page-stages';
import type { Status } from '../../ui/Badge';

type Shown = { title: string; status: Status };

/**
 * Saves the visit with what is shown of it once that is `settled`, also where the reader has left by then; storage is
 * loaded for it, after the page shows. Visits are saved in the order in which their titles were settled.
 */
export function useVisit(record: TransactionRecord, { title, status }: Shown, settled: boolean): void {
  const { networkId, hash } = record.transaction;
  useEffect(() => {
    if (!settled) return;
    const save = async () => {
      await pageShown();
      const { saveVisit } = await import('../../../db/reader/transaction-visits');
      await saveVisit({ networkId, hash, visitedAt: Date.now(), title, status });
    };
    save().catch(() => undefined); // a chunk that cannot be loaded offline costs the list of visits one entry
  }, [networkId, hash, title, status, settled]);
}
