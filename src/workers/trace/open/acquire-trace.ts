/**
 * Acquires the trace of a mined transaction: from IndexedDB when it is there
 * and of the same inclusion, else by the trace methods in their order:
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
import type { Receipt, ReceiptWithoutLogs, Transaction } from '../../../core/chain/transaction';
import { DEFAULT_STEP_LIMIT } from '../../../core/replay/step-limit';
import { haveSameRows } from '../../../core/trace/folding';
import type { Trace } from '../../../core/trace/rows';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { askKept } from '../../../db/database';
import { readChoice } from '../../../db/reader/read-choice';
import { onAbort } from '../../../net/rpc/abort';
import type { Rpc } from '../../../net/rpc/rpc';
import type { Chains, KnownEndpoint } from '../../chain/chains';
import { networkOf } from '../../chain/find-network';
import type { Loaded } from '../../chain/transaction-request';
import type { Progress, TransactionKey } from '../../ids';
import { delay } from '../../scheduling/wait';
import type { acquireNodeTrace, Mined } from '../node-trace';
import type { SkippedSource } from '../open-trace.api';
import type { Opened } from '../opened';
import { LazyReplay, type OnSlice } from '../replay/lazy-replay';
import type { ProvisionalRows } from '../replay/replay-job';
import type { ReplayAttempt } from '../replay/replay-method';
import type { Replayed } from '../replay/replayed';
import type { EarlyAnswers } from './begin-early';
import type { Kept } from './read-kept';

/** A mined transaction whose trace is wanted. */
export type WantedTrace = {
  key: TransactionKey;
  loaded: Loaded;
  receipt: ReceiptWithoutLogs;
  /** Requests that were begun before the receipt was there. */
  early?: EarlyAnswers | undefined;
  /** Whether the page will ask for steps. A kept trace is then executed at once. */
  wantsSteps?: boolean;
};

export type AcquiringOptions = {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
  replayPatience: ReplayPatience | undefined;
};

const loadReplaying = () => import('../replay/replay-method');

/** Returns the trace of a mined transaction. One that was fetched is not kept yet: `keepTrace` does that once rows were answered. */
export async function acquireTrace(
  chains: Chains,
  { key, loaded, receipt, early, wantsSteps }: WantedTrace,
  { signal, onProgress, replayPatience }: AcquiringOptions,
): Promise<Result<Opened, Failure>> {
  const { transaction, block } = loaded.record;
  const wholeReceipt = loaded.receipt;
  // While the kept trace is read. What could not be loaded is loaded again where it is needed.
  if (wantsSteps) void Promise.all([loadReplaying(), import('../steps/step-view')]).catch(() => undefined);
  const mined = { transaction, receipt, wholeReceipt };
  const kept = (await askKept(undefined, async () => (await import('./read-kept')).readKeptTrace(key, receipt))) ?? {
    reason: 'Not kept yet.',
  };
  const [rpc, endpoints, stepLimit] = await Promise.all([
    chains.rpc(key.networkId),
    chains.endpoints(key.networkId),
    readChoice('stepLimit', DEFAULT_STEP_LIMIT),
  ]);
  const controller = new AbortController();
  const network = () => networkOf(chains, key.networkId);
  const request = { transaction, network, block, stepLimit };

  const openKept = async (kept: Kept): Promise<Result<Opened, Failure>> => {
    early?.end();
    const { replay } = kept;
    const make = async (onSlice: OnSlice) => {
      const { attemptReplay, repeatReplay } = await loadReplaying();
      const again = { ...request, receipt: wholeReceipt(controller.signal), signal: controller.signal };
      if (replay === undefined) return attemptReplay(rpc, endpoints, again);
      return repeatReplay({ ...again, onSlice, block: replay.block }, replay.witness, replay.verification);
    };
    const lazy = new LazyReplay(make, controller);
    signal.addEventListener('abort', () => lazy.end(), { once: true });
    return ok({
      ...mined,
      trace: kept.trace,
      cached: true,
      fromFile: kept.fromFile,
      skipped: kept.skipped,
      ...(replay === undefined ? await contradictionsOf(kept.trace, transaction, wholeReceipt(signal)) : {}),
      ...(replay === undefined ? {} : { verification: replay.verification, witness: replay.witness }),
      replay: lazy,
      mayImprove: replay === undefined && stepLimit > 0,
    });
  };
  // What a file says gives way to what the endpoint says, once that is asked.
  const givesWay = 'trace' in kept && kept.fromFile && loaded.record.origin === 'endpoint';
  if ('trace' in kept && !givesWay) return openKept(kept);

  signal.addEventListener('abort', () => controller.abort(), { once: true });
  const whole = await wholeReceipt(signal);
  if (!whole.ok) {
    early?.end();
    return whole;
  }
  const acquired = await askMethods({
    ...request,
    receipt: whole.value,
    rpc,
    endpoints,
    signal,
    replaySignal: controller.signal,
    onProgress,
    patience: replayPatience,
    early,
  });
  // Nobody reads these calls any more.
  early?.calls?.end();
  const isLess = !acquired.ok || acquired.value.trace.source === 'receipt';
  if ('trace' in kept && isLess && !signal.aborted) return openKept(kept);
  if (!acquired.ok) return acquired;
  const { trace, skipped, replayed, isProvisional, pending, refusal } = acquired.value;
  const attempt: Promise<ReplayAttempt> =
    pending ??
    Promise.resolve(
      replayed
        ? { skipped: [], replayed }
        : { skipped: [], failure: refusal ?? failure('unsupported', 'It was not executed again.') },
    );
  return ok({
    ...mined,
    trace,
    cached: false,
    skipped: [{ source: 'cache', reason: 'trace' in kept ? gaveWay(kept.trace, trace) : kept.reason }, ...skipped],
    ...(replayed === undefined ? await contradictionsOf(trace, transaction, Promise.resolve(whole)) : {}),
    ...(replayed === undefined ? {} : { replayed }),
    ...(replayed?.verification === undefined ? {} : { verification: replayed.verification }),
    replay: new LazyReplay(() => attempt, controller),
    ...(isProvisional === undefined ? {} : { isProvisional }),
    mayImprove: pending !== undefined,
  });
}

/** Contradictions between transaction, receipt and a trace that is no replay; none when there is no receipt to compare with. */
async function contradictionsOf(
  trace: Trace,
  transaction: Transaction,
  reading: Promise<Result<Receipt, Failure>>,
): Promise<Pick<Opened, 'contradictions'>> {
  // The code is loaded while the logs are read.
  const [receipt, ofReceipt, ofTrace] = await Promise.all([
    reading,
    import('../../../core/proof/receipt-contradictions'),
    import('../../../core/proof/trace-contradictions'),
  ]);
  if (!receipt.ok) return {};
  const contradictions = [
    ...ofReceipt.receiptContradictions(transaction, receipt.value),
    ...ofTrace.findTraceContradictions(trace, transaction, receipt.value),
  ];
  return contradictions.length === 0 ? {} : { contradictions };
}

/** Tells why the trace of a file is not shown, and whether the endpoint's has other calls. */
function gaveWay(ofFile: Trace, shown: Trace): string {
  const what = 'The kept trace came from a file and was replaced by the endpoint’s.';
  return haveSameRows(ofFile, shown) ? what : `${what} The file shows other calls.`;
}

/**
 * How long the reader waits for the replay alone, milliseconds, until the node is asked as well: asked at once, a small
 * node would execute the transaction beside answering. `steps` while it executes here, because that ends soon.
 */
export type ReplayPatience = { state: number; steps: number };

const PATIENCE: ReplayPatience = { state: 3_000, steps: 8_000 };

/** A mined transaction whose trace is asked for. */
type TraceQuestion = Mined & {
  rpc: Rpc;
  endpoints: readonly KnownEndpoint[];
  stepLimit: number;
  /** Aborted when the reader no longer waits. */
  signal: AbortSignal;
  /** Aborts the execution, which may go on after rows are shown. */
  replaySignal: AbortSignal;
  onProgress: (progress: Progress) => void;
  early: EarlyAnswers | undefined;
  patience: ReplayPatience | undefined;
};

type AcquiredTrace = {
  trace: Trace;
  skipped: readonly SkippedSource[];
  replayed?: Replayed;
  /** The rows show an execution on the state of the block before, which lacks the changes of earlier transactions in the same block. */
  isProvisional?: true;
  /** The execution that still runs. */
  pending?: Promise<ReplayAttempt>;
  /** Why a replay is not possible. */
  refusal?: Failure;
};

/** Returns the trace of the best method that answers. Fails only for a cancelled job or an unusable endpoint. */
async function askMethods(job: TraceQuestion): Promise<Result<AcquiredTrace, Failure>> {
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
    const calls = await askNode(rpc, endpoints, job, job.signal, job.onProgress, job.early?.calls);
    return calls.ok ? ok(without(first, calls.value)) : calls;
  }

  const controller = new AbortController();
  const signal = AbortSignal.any([job.signal, controller.signal]);
  // One progress at a time: that of the replay goes on.
  const acquiring = askNode(rpc, endpoints, job, signal, undefined, job.early?.calls);
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

/** The node's calls. The code for them is loaded where they are wanted: a replay mostly does without. */
async function askNode(...asked: Parameters<typeof acquireNodeTrace>): ReturnType<typeof acquireNodeTrace> {
  return (await import('../node-trace')).acquireNodeTrace(...asked);
}

/** Returns the execution that began before the receipt arrived, if there is one for the same block; else begins one. */
async function replay(
  job: TraceQuestion,
  onProgress: (progress: Progress) => void,
  onProvisional: (rows: ProvisionalRows) => void,
): Promise<ReplayAttempt> {
  const { rpc, endpoints, early, receipt } = job;
  const { attemptReplay } = await loadReplaying();
  if (early?.replay) {
    onAbort(job.replaySignal, early.end);
    early.replay.follow(onProgress);
    void early.replay.provisional.then((rows) => {
      if (rows.blockHash === receipt.blockHash) onProvisional(rows);
    });
    const attempt = await early.replay.attempt;
    // It may have moved to another block before the receipt was answered.
    if (attempt !== undefined && attempt.blockHash === job.transaction.blockHash) return attempt;
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
