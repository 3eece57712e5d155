/** Traces, as the bytes of core/trace/binary. */
import { isOutOfRoom, withDatabase, writeDatabase } from './database';
import { estimateSize } from './estimate-size';
import { evict } from './eviction';
import type { LoupeDatabase } from './loupe-database';
import { fromTraceRow, type KeptChecks, type KeptTrace, type TraceRow, toTraceRow } from './rows/trace-row';
import type { TransactionId } from './rows/transaction-row';
import { forgetUses, recordUses } from './use-ledger';

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

/**
 * Keeps a trace in place of an earlier one of the transaction; false when
 * storage refused. When the browser has no more room, half of what can be
 * fetched again is dropped and the trace is tried once more.
 */
export function saveTrace(kept: KeptTrace): Promise<boolean> {
  const row = toTraceRow(kept);
  return writeDatabase(async (db) => {
    try {
      return await put(db, row);
    } catch (error) {
      if (!isOutOfRoom(error)) throw error;
      await evict(db, { share: 0.5 });
      return await put(db, row);
    }
  });
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

function put(db: LoupeDatabase, row: TraceRow): PromiseLike<void> {
  return db.transaction('rw', db.traces, db.firstScreenCache, db.uses, db.storageTotals, async () => {
    await db.traces.put(row);
    await db.firstScreenCache.delete([row.networkId, row.hash]);
    const size = row.bytes.byteLength + (row.replay === undefined ? 0 : estimateSize(row.replay));
    await recordUses(db, 'traces', [{ key: [row.networkId, row.hash], size }]);
  });
}
