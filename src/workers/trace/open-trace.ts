/** Opening a trace: from IndexedDB when it is there and of the same inclusion, else down the ladder. */
import { type Failure, failure } from '../../core/failure';
import { fail, ok, type Result } from '../../core/result';
import { decodeTrace, encodeTrace } from '../../core/trace/binary';
import type { Trace } from '../../core/trace/rows';
import { evictOver } from '../../db/eviction';
import { readPreference } from '../../db/preferences';
import { deleteTrace, readTrace, saveTrace } from '../../db/traces';
import { touch } from '../../db/uses';
import { acquireTrace, type Mined } from './acquire';
import type { Chains } from './chains';
import type { HeadStarts } from './head-start';
import type { Progress, SkippedSource, TransactionKey, TransactionRecord } from './trace.api';
import { loadTransaction } from './transactions';

export type Opened = Mined & {
  trace: Trace;
  cached: boolean;
  skipped: readonly SkippedSource[];
};

/** The trace of a mined transaction, not kept yet when it was fetched: `keepTrace` does that once rows were answered. */
export async function openTrace(
  chains: Chains,
  headStarts: HeadStarts,
  key: TransactionKey,
  signal: AbortSignal,
  onProgress?: (progress: Progress) => void,
): Promise<Result<Opened, Failure>> {
  const headStart = headStarts.take(key);
  const record = await loadTransaction(chains, key, false, signal);
  if (!record.ok) {
    headStart?.end();
    return record;
  }
  const mined = minedOf(record.value);
  if (mined === undefined) {
    headStart?.end();
    return fail(failure('unsupported', 'The transaction is pending. It has a trace once it is in a block.'));
  }
  const kept = await readKept(key, mined);
  if ('trace' in kept) {
    headStart?.end();
    return ok({ ...mined, trace: kept.trace, cached: true, skipped: [] });
  }
  const [rpc, endpoints] = await Promise.all([chains.rpc(key.networkId), chains.endpoints(key.networkId)]);
  const acquired = await acquireTrace(rpc, endpoints, mined, signal, onProgress, headStart);
  if (!acquired.ok) return acquired;
  const skipped: SkippedSource[] = [{ source: 'cache', reason: kept.reason }, ...acquired.value.skipped];
  return ok({ ...mined, trace: acquired.value.trace, cached: false, skipped });
}

/** Keeps a trace that was fetched, and makes room for it. One made of the receipt alone is made again as quickly. */
export async function keepTrace(
  { networkId, hash }: TransactionKey,
  { trace, receipt, cached }: Opened,
): Promise<void> {
  if (cached || trace.source === 'receipt') return;
  const bytes = encodeTrace(trace);
  await saveTrace({ networkId, hash, blockHash: receipt.blockHash, bytes, source: trace.source });
  await evictOver(await readPreference('storageBudget'));
}

function minedOf({ transaction, receipt }: TransactionRecord): Mined | undefined {
  return receipt === undefined ? undefined : { transaction, receipt };
}

async function readKept(key: TransactionKey, { receipt }: Mined): Promise<{ trace: Trace } | { reason: string }> {
  const row = await readTrace(key);
  if (row === undefined) return { reason: 'Not kept yet.' };
  if (row.blockHash !== receipt.blockHash) {
    await deleteTrace(key);
    return { reason: 'What was kept is of an earlier inclusion in another block.' };
  }
  const decoded = decodeTrace(row.bytes);
  if (!decoded.ok) {
    await deleteTrace(key);
    return { reason: 'What was kept cannot be read.' };
  }
  void touch('traces', [[key.networkId, key.hash]]);
  return { trace: decoded.value };
}
