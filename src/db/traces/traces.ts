/** Traces, as the bytes of core/trace/binary. */

import type { Hash } from '../../core/chain/primitives';
import { withDatabase, writeDatabase } from '../database';
import { fromTraceChecksRow, type KeptChecks, toTraceChecksRow } from '../rows/trace-checks-row';
import { fromTraceRow, type KeptTrace } from '../rows/trace-row';
import type { TransactionId } from '../rows/transaction-row';
import { forgetUses } from '../storage/use-ledger';

/**
 * Reads the kept trace, or undefined. Compare its `blockHash` with the receipt's before use. Deletes a damaged row,
 * and then calls `onDamaged`.
 */
export async function readTrace(key: TransactionId, onDamaged?: () => void): Promise<KeptTrace | undefined> {
  const [stored, checks] = await withDatabase([undefined, undefined], (db) =>
    Promise.all([db.traces.get([key.networkId, key.hash]), db.traceChecks.get([key.networkId, key.hash])]),
  );
  const kept = fromTraceRow(stored);
  if (stored === undefined || kept !== undefined) return kept && withChecks(kept, checks);
  onDamaged?.();
  await deleteTrace(key);
  return undefined;
}

/** The trace with the checks that were kept after it, where they are of its replay and of the same inclusion. */
function withChecks(kept: KeptTrace, stored: unknown): KeptTrace {
  const checks = fromTraceChecksRow(stored);
  if (kept.replay === undefined || checks?.blockHash !== kept.blockHash) return kept;
  const { replay } = kept;
  return { ...kept, replay: { ...replay, verification: { ...replay.verification, checked: checks.checked } } };
}

/**
 * Keeps what was checked of a replay after its trace was kept; writes nothing when the trace is not kept. False when
 * storage refused.
 */
export function saveChecks(key: TransactionId, blockHash: Hash, checked: KeptChecks): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', db.traces, db.traceChecks, async () => {
      const count = await db.traces.where('[networkId+hash]').equals([key.networkId, key.hash]).count();
      if (count > 0) await db.traceChecks.put(toTraceChecksRow({ ...key, blockHash, checked }));
    }),
  );
}

/** Deletes the trace of a transaction, with its checks and its first screen. */
export function deleteTrace({ networkId, hash }: TransactionId): Promise<void> {
  return withDatabase(undefined, (db) =>
    db.transaction('rw', db.traces, db.traceChecks, db.firstScreenCache, db.uses, db.storageTotals, async () => {
      await db.traces.delete([networkId, hash]);
      await db.traceChecks.delete([networkId, hash]);
      await db.firstScreenCache.delete([networkId, hash]);
      await forgetUses(db, 'traces', [[networkId, hash]]);
    }),
  );
}
