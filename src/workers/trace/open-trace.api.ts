/** The part of the trace contract that opens and closes traces: the summary of a trace, and the events that follow it. */
import type { Failure } from '../../core/failure';
import type { Result } from '../../core/result';
import type { RowIndex, TraceMethod } from '../../core/trace/rows';
import type { TraceToggles } from '../../core/trace/toggles';
import type { TransactionRecord } from '../chain/chain.api';
import type { LookedUp, Unknowns } from '../contracts/contracts.api';
import type { JobId, Progress, TraceHandle, TransactionKey } from '../ids';
import type { Outcome, RowWindow, TraceFilter, ViewState } from './rows.api';
import type { Verification } from './steps.api';

/** A trace method that was not taken, and why; docs/architecture.md has their order. `prestateTracer`: the replay on what it reports. */
export type SkippedSource = {
  source: TraceMethod | 'cache' | 'prestateTracer';
  reason: string;
  /** It was executed again and came out otherwise than the receipt says. */
  differs?: boolean;
};

export type TraceSummary = {
  handle: TraceHandle;
  source: TraceMethod;
  /** True when the columns came from IndexedDB. */
  cached: boolean;
  /** It came in a trace file, whose maker vouches for it. */
  fromFile: boolean;
  skipped: readonly SkippedSource[];
  limitations: readonly string[];
  /** What the calls that the node reported contradict in the transaction and its receipt, in sentences; absent when nothing. */
  contradictions?: readonly string[];
  /** Of a trace of source `replay`: what was compared. */
  verification?: Verification;
  /**
   * The rows are of an execution on the state of the block before, without the transactions before this one in its block.
   * It came out as the receipt says, but values that it read may be older than those it had.
   */
  isProvisional?: boolean;
  /** Rows are shown already, and the transaction is still executed again; a `replayed` event tells how it ended. */
  replaying?: boolean;
  /** Grows when rows got other numbers, because the rows of a replay took the place of different ones. */
  numbering?: number;
  /** Rows of all kinds, folded or not. */
  rowCount: number;
  frameCount: number;
  logCount: number;
  /** Contracts whose code ran. */
  contractCount: number;
  maxDepth: number;
  /** Whether something called the console of Hardhat and Foundry. */
  prints: boolean;
  /** Rows of frames that failed, caught ones included, in order; at most 10,000. */
  failedRows: readonly RowIndex[];
  failedCount: number;
  /** The innermost frame whose failure made the transaction fail, absent when it succeeded. */
  failingRow?: RowIndex;
  /** Which filters have data: reverts only when there are some, and so on. */
  filters: readonly TraceFilter[];
  view: ViewState;
};

/** A trace that was just opened, with what is shown of it first: rows under the toggles the reader has. */
export type OpenedTrace = TraceSummary & {
  first: { rows: RowWindow; outcome: Outcome; toggles: TraceToggles & { gas: boolean } };
};

/** What `openTransaction` tells. */
export type TransactionUpdate =
  /** What is known of the transaction: kept, fetched, or kept and confirmed. With another block than before, its trace follows anew. */
  | { type: 'record'; record: TransactionRecord }
  /** The kept record could not be confirmed. */
  | { type: 'unconfirmed'; failure: Failure }
  /** How far the trace is, at most every 100 ms. */
  | { type: 'progress'; progress: Progress }
  /** The trace is open. Of a large one that was kept its first screen is shown before it is read; what reads otherwise by then, a `replayed` or `view` event tells. */
  | { type: 'opened'; trace: OpenedTrace }
  /** There is no trace. */
  | { type: 'noTrace'; failure: Failure };

/** What the service says unasked. */
export type TraceEvent =
  /** More became known of an open trace, names mostly: its rows read otherwise now. */
  | { type: 'view'; handle: TraceHandle; view: ViewState; outcome: Outcome }
  /** How far the execution is whose rows are not shown yet, at most every 100 ms. */
  | { type: 'replaying'; handle: TraceHandle; progress: Progress }
  /** The execution ended: its rows took the place of those shown before, or `skipped` says why not. Folding and row numbers stay where the calls are the same. */
  | { type: 'replayed'; handle: TraceHandle; summary: TraceSummary; outcome: Outcome }
  /** What was proven of the replay behind its rows. */
  | { type: 'proven'; handle: TraceHandle; verification: Verification }
  /** The engine closed a trace to hold newer ones; opening it again is quick while it is kept. */
  | { type: 'closed'; handle: TraceHandle };

/**
 * Name of the error that methods with a handle reject with when the trace is no
 * longer open: closed by the page, closed for newer ones, or gone with an
 * earlier worker. Open it again. (Comlink carries an error's name, not its class.)
 */
export const closedTraceError = 'ClosedTraceError';

export interface OpenTraceApi {
  /** Calls `listener` with every event from now on. */
  subscribe(listener: (event: TraceEvent) => void): Promise<void>;
  cancel(job: JobId): Promise<void>;

  /** Begins to open a transaction that a page is about to ask for with `openTransaction`. */
  beginOpening(key: TransactionKey): Promise<void>;
  /**
   * Opens a transaction: its record, then the first rows of its trace, by the best method that answers. `onUpdate` is
   * called with each part as soon as it is there; what is done behind the first rows begins when it has returned.
   * Resolves once the record is confirmed and the trace is open, or cannot be had; fails where nothing is known of the
   * transaction. A pending one is asked for again until it is in a block.
   */
  openTransaction(
    job: JobId,
    key: TransactionKey,
    onUpdate: (update: TransactionUpdate) => void | Promise<void>,
  ): Promise<Result<undefined, Failure>>;
  closeTrace(handle: TraceHandle): Promise<void>;
  /** Ends the execution that still runs behind shown rows; they stay. */
  cancelReplay(handle: TraceHandle): Promise<void>;
  /** Addresses of the trace whose contract or method names are not known, for the question of consent; once what is imported and the chain itself were asked. */
  unknowns(handle: TraceHandle): Promise<Unknowns>;
  /** Asks the providers that are switched on for what `unknowns` lists. Fails when none is; the view's version grows when something became known. */
  lookUp(
    job: JobId,
    handle: TraceHandle,
    onProgress?: (progress: Progress) => void,
  ): Promise<Result<LookedUp, Failure>>;
}
