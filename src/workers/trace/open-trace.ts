/** Opening a trace: from IndexedDB when it is there and of the same inclusion, otherwise by the best trace method that works. */
import type { Receipt, ReceiptWithoutLogs, Transaction } from '../../core/chain/transaction';
import { findTraceContradictions } from '../../core/proof/trace-contradictions';
import { decodeTrace } from '../../core/trace/binary';
import { haveSameRows } from '../../core/trace/folding';
import type { Trace } from '../../core/trace/rows';
import { type Failure, failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { markUsed } from '../../db/mark-used';
import { readPreference } from '../../db/preferences';
import type { KeptReplay } from '../../db/rows/trace-row';
import { deleteTrace, readTrace } from '../../db/traces';
import type { Chains } from '../chain/chains';
import { networkOf } from '../chain/find-network';
import type { Loaded } from '../chain/transaction-request';
import type { Progress, TransactionKey } from '../ids';
import { acquireTrace, type ReplayPatience } from './acquire-trace';
import type { EarlyAnswers } from './early-answers';
import type { SkippedSource } from './open-trace.api';
import { LazyReplay } from './replay/lazy-replay';
import type { ReplayAttempt } from './replay/replay-method';
import type { Replayed } from './replay/replayed';
import type { Verification } from './steps.api';

export type Opened = {
  transaction: Transaction;
  receipt: ReceiptWithoutLogs;
  /** The receipt with its logs. */
  wholeReceipt(signal: AbortSignal): Promise<Result<Receipt, Failure>>;
  trace: Trace;
  cached: boolean;
  /** It came in a trace file. */
  fromFile?: boolean;
  skipped: readonly SkippedSource[];
  /** What rows that come from no replay contradict in the transaction and its receipt; absent when nothing. */
  contradictions?: readonly string[];
  /** Of rows that come from a replay. */
  verification?: Verification;
  /** The execution that the rows come from, where it is at hand. */
  replayed?: Replayed;
  /** Absent where rows are all there is. */
  replay?: LazyReplay;
  /** See `AcquiredTrace`; absent once the rows of a replay took the place of these. */
  isProvisional?: true;
  /** True when the rows come from elsewhere and a replay may take their place. */
  mayImprove?: boolean;
};

export type OpeningOptions = {
  /** What was begun before the receipt was there. */
  early: EarlyAnswers | undefined;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
  replayPatience: ReplayPatience | undefined;
};

/** The trace of a mined transaction, not kept yet when it was fetched: `keepTrace` does that once rows were answered. */
export async function openTrace(
  chains: Chains,
  key: TransactionKey,
  loaded: Loaded,
  { early, signal, onProgress, replayPatience }: OpeningOptions,
): Promise<Result<Opened, Failure>> {
  const { transaction, receipt, block } = loaded.record;
  const wholeReceipt = loaded.receipt;
  if (receipt === undefined) {
    early?.end();
    return fail(failure('unsupported', 'The transaction is pending. It has a trace once it is in a block.'));
  }
  const mined = { transaction, receipt, wholeReceipt };
  const kept = await readKept(key, receipt);
  const [rpc, endpoints, stepLimit] = await Promise.all([
    chains.rpc(key.networkId),
    chains.endpoints(key.networkId),
    readPreference('stepLimit'),
  ]);
  const controller = new AbortController();
  const network = () => networkOf(chains, key.networkId);
  const request = { transaction, network, block, stepLimit };

  const openKept = async (kept: Kept): Promise<Result<Opened, Failure>> => {
    early?.end();
    const { replay } = kept;
    const make = async () => {
      const { attemptReplay, repeatReplay } = await import('./replay/replay-method');
      const again = { ...request, receipt: wholeReceipt(controller.signal), signal: controller.signal };
      if (replay === undefined) return attemptReplay(rpc, endpoints, again);
      return repeatReplay({ ...again, block: replay.block }, replay.witness, replay.verification);
    };
    return ok({
      ...mined,
      trace: kept.trace,
      cached: true,
      fromFile: kept.fromFile,
      skipped: kept.skipped,
      ...(replay === undefined ? contradictionsOf(kept.trace, transaction, await wholeReceipt(signal)) : {}),
      ...(replay === undefined ? {} : { verification: replay.verification }),
      replay: new LazyReplay(make, controller),
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
  const acquired = await acquireTrace({
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
    ...(replayed === undefined ? contradictionsOf(trace, transaction, whole) : {}),
    ...(replayed === undefined ? {} : { replayed }),
    ...(replayed?.verification === undefined ? {} : { verification: replayed.verification }),
    replay: new LazyReplay(() => attempt, controller),
    ...(isProvisional === undefined ? {} : { isProvisional }),
    mayImprove: pending !== undefined,
  });
}

/** Contradictions between trace and receipt; empty when there is no receipt to compare with. */
function contradictionsOf(
  trace: Trace,
  transaction: Transaction,
  receipt: Result<Receipt, Failure>,
): Pick<Opened, 'contradictions'> {
  if (!receipt.ok) return {};
  const contradictions = findTraceContradictions(trace, transaction, receipt.value);
  return contradictions.length === 0 ? {} : { contradictions };
}

/** Why the trace of a file is not shown, and whether it is another. */
function gaveWay(ofFile: Trace, shown: Trace): string {
  const what = 'What was kept came in a file, and gave way to what the endpoint says.';
  return haveSameRows(ofFile, shown) ? what : `${what} The file shows other calls.`;
}

const UNREADABLE = 'What was kept cannot be read, and was dropped.';

type Kept = { trace: Trace; fromFile: boolean; skipped: readonly SkippedSource[]; replay?: KeptReplay };

async function readKept(key: TransactionKey, receipt: ReceiptWithoutLogs): Promise<Kept | { reason: string }> {
  let isDamaged = false;
  const row = await readTrace(key, () => (isDamaged = true));
  if (row === undefined) return { reason: isDamaged ? UNREADABLE : 'Not kept yet.' };
  if (row.blockHash !== receipt.blockHash) {
    await deleteTrace(key);
    return { reason: 'What was kept is of an earlier inclusion in another block.' };
  }
  const decoded = decodeTrace(row.bytes);
  if (!decoded.ok) {
    await deleteTrace(key);
    return { reason: UNREADABLE };
  }
  void markUsed('traces', [[key.networkId, key.hash]]);
  return {
    trace: decoded.value,
    fromFile: row.fromFile === true,
    skipped: (row.skipped ?? []) as readonly SkippedSource[],
    ...(row.replay === undefined ? {} : { replay: row.replay }),
  };
}
