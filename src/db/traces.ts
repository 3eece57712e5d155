/** Traces, as the bytes of core/trace/binary. */
import { withDatabase, writeDatabase } from './database';
import { fromTraceRow, type KeptChecks, type KeptTrace } from './rows/trace-row';
import type { TransactionId } from './rows/transaction-row';
import { forgetUses } from './use-ledger';

/**
 * The kept trace, or undefined. Compare its `blockHash` with the receipt's before use. A damaged row is dropped, which
 * `onDamaged` tells.
 */
export async function readTrace(key: TransactionId, onDamaged?: () => void): Promise<KeptTrace | undefined> {
  const stored = await withDatabase(undefined, (db) => db.traces.get([key.networkId, key.hash]));
  const kept = fromTraceRow(stored);
  if (stored === undefined || kept !== undefined) return kept;
  onDamaged?.();
  await deleteTrace(key);
  return undefined;
}

/** Keeps what was checked of a replay after its trace was kept; nothing when it is not kept. */
export function saveChecks({ networkId, hash }: TransactionId, checked: KeptChecks | undefined): Promise<boolean> {
  return writeDatabase((db) =>
    db.traces
      .where('[networkId+hash]')
      .equals([networkId, hash])
      .modify((row) => {
        if (row.replay !== undefined && checked !== undefined) row.replay.verification.checked = checked;
      }),
  );
}

/** Drops the trace of a transaction. */
export function deleteTrace({ networkId, hash }: TransactionId): Promise<void> {
  return withDatabase(undefined, (db) =>
    db.transaction('rw', db.traces, db.firstScreenCache, db.uses, db.storageTotals, async () => {
      await db.traces.delete([networkId, hash]);
      await db.firstScreenCache.delete([networkId, hash]);
      await forgetUses(db, 'traces', [[networkId, hash]]);
    }),
  );
}
