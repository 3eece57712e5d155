/**
 * The trace methods after IndexedDB, in their order:
 *
 *     replay (prestateTracer, else plain RPC) → the node's calls (node-trace.ts) → receipt
 *
 * The replay comes first: one answer of prestateTracer and the execution here
 * take less time than the node needs to report a large call tree. Where it
 * takes longer than the reader should wait, the node's calls are asked for
 * beside it. What comes first is shown; the replay goes on and takes the place
 * of the node's calls when it is verified. In the middle of a block, where the
 * state has to be made by executing the transactions before it, provisional
 * rows come first: those of an execution on the state of the block before that
 * came out as the receipt says.
 */

import type { Trace } from '../../core/trace/rows';
import type { Failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { onAbort } from '../../net/rpc/abort';
import type { Rpc } from '../../net/rpc/rpc';
import type { KnownEndpoint } from '../chain/chains';
import type { Progress } from '../ids';
import { delay } from '../wait';
import type { EarlyAnswers } from './early-answers';
import { acquireNodeTrace, type Mined } from './node-trace';
import type { SkippedSource } from './open-trace.api';
import type { ReplayAttempt } from './replay/replay-method';
import type { ProvisionalRows } from './replay/replay-transaction';
import type { Replayed } from './replay/replayed';

/**
 * How long the reader waits for the replay alone, milliseconds, until the node is asked as well: asked at once, a small
 * node would execute the transaction beside answering. `steps` while it executes here, because that ends soon.
 */
export type ReplayPatience = { state: number; steps: number };

const PATIENCE: ReplayPatience = { state: 3_000, steps: 8_000 };

/** A mined transaction whose trace is wanted. */
export type TraceQuestion = Mined & {
  rpc: Rpc;
  endpoints: readonly KnownEndpoint[];
  stepLimit: number;
  /** Aborted when the reader no longer waits. */
  signal: AbortSignal;
  /** Aborts the execution, which may go on after rows are shown. */
  replaySignal: AbortSignal;
  onProgress: (progress: Progress) => void;
  early: EarlyAnswers | undefined;
  patience?: ReplayPatience | undefined;
};

export type AcquiredTrace = {
  trace: Trace;
  skipped: readonly SkippedSource[];
  replayed?: Replayed;
  /** The rows show an execution on the state of the block before, which lacks the changes of earlier transactions in the same block. */
  isProvisional?: true;
  /** The execution that still runs. */
  pending?: Promise<ReplayAttempt>;
  /** Why there is no replay. */
  refusal?: Failure;
};

/** Returns the trace of the best method that answers. Fails only for a cancelled job or an unusable endpoint. */
export async function acquireTrace(job: TraceQuestion): Promise<Result<AcquiredTrace, Failure>> {
  const { rpc, endpoints } = job;
  let executing = false;
  let onProvisional: (rows: ProvisionalRows) => void = () => {};
  const provisional = new Promise<ProvisionalRows>((resolve) => (onProvisional = resolve));
  const following = (progress: Progress) => {
    executing = progress.unit === 'steps';
    job.onProgress(progress);
  };
  const replaying = replay(job, following, onProvisional);
  const earlier = provisional.then(
    ({ trace }) => ({ trace, skipped: [], isProvisional: true, pending: replaying }) as const,
  );

  const first = await withPatience(Promise.race([replaying, earlier]), () => executing, job.patience ?? PATIENCE);
  if (first !== undefined && 'isProvisional' in first) return ok(first);
  if (first?.replayed) return ok(shown(first));
  if (first !== undefined) {
    const calls = await acquireNodeTrace(rpc, endpoints, job, job.signal, job.onProgress, job.early?.calls);
    return calls.ok ? ok(without(first, calls.value)) : calls;
  }

  const controller = new AbortController();
  const signal = AbortSignal.any([job.signal, controller.signal]);
  // One progress at a time: that of the replay goes on.
  const acquiring = acquireNodeTrace(rpc, endpoints, job, signal, undefined, job.early?.calls);
  const settled = await Promise.race([replaying, earlier, acquiring.then(() => undefined)]);
  if (settled !== undefined && 'isProvisional' in settled) {
    controller.abort();
    return ok(settled);
  }
  if (settled?.replayed) {
    controller.abort();
    return ok(shown(settled));
  }
  const calls = await acquiring;
  if (settled === undefined && calls.ok && calls.value.trace.source !== 'receipt')
    return ok({ ...calls.value, pending: replaying });
  const last = await replaying;
  if (last.replayed) return ok(shown(last));
  return calls.ok ? ok(without(last, calls.value)) : fail(calls.error);
}

/** Returns the execution that began before the receipt arrived, if there is one for the same block; else begins one. */
async function replay(
  job: TraceQuestion,
  onProgress: (progress: Progress) => void,
  onProvisional: (rows: ProvisionalRows) => void,
): Promise<ReplayAttempt> {
  const { rpc, endpoints, early, receipt } = job;
  const { attemptReplay } = await import('./replay/replay-method');
  if (early?.replay) {
    onAbort(job.replaySignal, early.end);
    early.replay.follow(onProgress);
    void early.replay.provisional.then((rows) => {
      if (rows.blockHash === receipt.blockHash) onProvisional(rows);
    });
    const attempt = await early.replay.attempt;
    const isOther = attempt?.replayed && attempt.replayed.block.hash !== receipt.blockHash;
    if (attempt !== undefined && !isOther) return attempt;
  }
  return attemptReplay(rpc, endpoints, { ...job, signal: job.replaySignal, onProgress, onProvisional });
}

function shown({ replayed, skipped }: ReplayAttempt & { replayed: Replayed }): AcquiredTrace {
  return { trace: replayed.trace, skipped, replayed };
}

function without(attempt: ReplayAttempt, calls: { trace: Trace; skipped: readonly SkippedSource[] }): AcquiredTrace {
  const refusal = attempt.replayed ? {} : { refusal: attempt.failure };
  return { trace: calls.trace, skipped: [...attempt.skipped, ...calls.skipped], ...refusal };
}

/** What `work` answers, or undefined once the reader waited long enough. */
async function withPatience<T>(
  work: Promise<T>,
  executing: () => boolean,
  { state, steps }: ReplayPatience,
): Promise<T | undefined> {
  const waited = await Promise.race([work, delay(state)]);
  if (waited !== undefined || !executing()) return waited;
  return Promise.race([work, delay(steps - state)]);
}
