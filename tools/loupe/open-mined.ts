/** A transaction, opened as its page opens it, once nothing more becomes known of it. */

import { StartFailure } from '../../devnet/start-failure';
import type { Hash } from '../../src/core/chain/primitives';
import { isUnminedHash } from '../../src/core/simulation/simulation-hash';
import { ALL_SHOWN } from '../../src/core/trace/toggles';
import type { Failure } from '../../src/core/values/failure';
import { fail, ok, type Result } from '../../src/core/values/result';
import type { TransactionRecord } from '../../src/workers/chain/chain.api';
import type { EngineEvent } from '../../src/workers/engine.api';
import type { TraceHandle } from '../../src/workers/ids';
import type { TraceSummary } from '../../src/workers/trace/open-trace.api';
import type { Outcome } from '../../src/workers/trace/rows.api';
import type { SourceTraceSummary } from '../../src/workers/trace/source-trace.api';
import { openTrace } from '../open-trace';
import { readHex } from './command';
import { JOB, type OpenChain } from './open-chain';

export type OpenMined = {
  record: TransactionRecord;
  /** `failure` says why there is none: pending, or nobody has it. */
  trace:
    | {
        summary: TraceSummary;
        outcome: Outcome;
        /** The transaction in its sources, or the sentence that says why it is not known. */
        source: SourceTraceSummary | string;
      }
    | { failure: Failure };
};

/** Reads the argument that is the hash of a transaction. Throws a `StartFailure`. */
export function readTransactionHash(text: string | undefined): Hash {
  try {
    return readHex<Hash>(text, 32, 'The hash of a transaction');
  } catch (thrown) {
    const isAddress = text !== undefined && /^0x[\da-f]{40}$/i.test(text);
    throw isAddress ? new StartFailure('This is an address; the hash of a transaction has 64 hex digits.') : thrown;
  }
}

/**
 * Opens a mined transaction or a simulated step, reads its sources, expands all of its tree and waits until nothing is learned or proven any
 * more. Fails when nothing is known of the transaction. One that is pending has no trace.
 */
export async function openMined(
  { engine, networkId, events, progress }: OpenChain,
  hash: Hash,
): Promise<Result<OpenMined, Failure>> {
  const key = { networkId, hash };
  // No endpoint knows a simulated step or a call of a test: what is known of it comes with its trace, as of a transaction without a receipt.
  const loaded = isUnminedHash(hash) ? undefined : await engine.chain.loadTransaction(JOB, key, false);
  if (loaded?.ok && loaded.value.receipt === undefined)
    return ok({ record: loaded.value, trace: { failure: PENDING } });
  let told: TransactionRecord | undefined;
  const opened = await openTrace(engine, JOB, key, progress.say, undefined, (record) => (told = record));
  const record = told ?? (loaded?.ok ? loaded.value : undefined);
  if (loaded?.ok === false && record === undefined) return loaded;
  if (!opened.ok)
    return record === undefined || opened.error.code === 'notFound'
      ? fail(opened.error)
      : ok({ record, trace: { failure: opened.error } });
  if (record === undefined) throw new Error('a trace was opened without its transaction');
  progress.say('Proving what was read');
  await engine.settled();
  const { handle } = opened.value;
  const source = await engine.trace.sourceTrace(JOB, handle);
  await engine.settled();
  await engine.trace.setToggles(handle, ALL_SHOWN);
  await engine.trace.expandAll(handle);
  progress.end();
  return ok({
    record,
    trace: {
      summary: afterEvents(opened.value, handle, events),
      outcome: await engine.trace.outcome(handle),
      source: source.ok ? source.value : source.error.message,
    },
  });
}

/** Returns the handle of a transaction whose trace is open, or why there is none. */
export function handleOf({ trace }: OpenMined): Result<TraceHandle, Failure> {
  return 'failure' in trace ? fail(trace.failure) : ok(trace.summary.handle);
}

const PENDING: Failure = {
  code: 'unsupported',
  message: 'The transaction is pending: there is no trace before it is in a block.',
  attempts: [],
};

/** The summary as it is after what was found out behind the rows. */
function afterEvents(opened: TraceSummary, handle: TraceHandle, events: readonly EngineEvent[]): TraceSummary {
  let summary = opened;
  for (const event of events) {
    if (!('handle' in event) || event.handle !== handle) continue;
    if (event.type === 'replayed') summary = event.summary;
    if (event.type === 'proven') summary = { ...summary, verification: event.verification, doubt: event.doubt };
  }
  return summary;
}
