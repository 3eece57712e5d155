/** The part of the trace contract that opens and closes traces: the summary of a trace, and the events that follow it. */

import type { RowIndex, TraceMethod } from '../../core/trace/rows';
import type { TraceToggles } from '../../core/trace/toggles';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { TransactionRecord } from '../chain/chain.api';
import type { LookedUp, Unknowns } from '../contracts/contracts.api';
import type { JobId, Progress, TraceHandle, TransactionKey } from '../ids';
import type { Outcome, RowWindow, TraceFilter, ViewState } from './rows.api';
import type { Verification } from './steps.api';

/**
 * A trace method that was not used, and why. docs/architecture.md lists the
 * methods in order; `prestateTracer` is the replay on the state that it reports.
 */
export type SkippedSource = {
  source: TraceMethod | 'cache' | 'prestateTracer';
  reason: string;
  /** The transaction was executed again, and the outcome differs from the receipt. */
  differs?: boolean;
  /** Why it was not executed: what the endpoint says of the transaction cannot be true, in a sentence. */
  contradiction?: string;
  /** The state that it was to be executed on is gone from the endpoints; an archive node has it. */
  needsArchive?: boolean;
};

/** Why what is shown is not believed, in sentences. `instead` stands in the place of what happened where the fields of the transaction cannot be believed. */
export type Doubt = { reason: string; instead?: string | undefined };

export type TraceSummary = {
  handle: TraceHandle;
  source: TraceMethod;
  /** True when the columns came from IndexedDB. */
  cached: boolean;
  /** The trace was read from a trace file; only the maker of the file vouches for it. */
  fromFile: boolean;
  skipped: readonly SkippedSource[];
  limitations: readonly string[];
  /** One sentence for each contradiction between the calls that the node reported and the transaction with its receipt; absent when there is none. */
  contradictions?: readonly string[];
  /** Results of the comparison, for a trace of the method `replay`. */
  verification?: Verification;
  /** Absent where nothing contradicts what is shown. */
  doubt?: Doubt | undefined;
  /**
   * The rows show an execution on the state of the block before, without the earlier transactions of the same block. Its
   * outcome equals the receipt, but values that it read may be older than those the transaction read.
   */
  isProvisional?: boolean;
  /** The transaction is still being executed again behind the rows that are shown; a `replayed` event says how that ended. */
  replaying?: boolean;
  /** Grows when rows get other numbers: the rows of a replay replaced rows that differ from them. */
  numbering?: number;
  /** Rows of all kinds, folded or not. */
  rowCount: number;
  frameCount: number;
  /** Events that stay, as the receipt has them. */
  logCount: number;
  /** Contracts whose code ran. */
  contractCount: number;
  maxDepth: number;
  /** Whether a contract called the console of Hardhat and Foundry. */
  prints: boolean;
  /** The rows of failed frames in their order, with those whose failure was caught; at most 10,000. */
  failedRows: readonly RowIndex[];
  failedCount: number;
  /** The innermost frame whose failure made the transaction fail; absent when the transaction succeeded. */
  failingRow?: RowIndex;
  /** The filters that can match something; `reverts` only where a frame reverted, and so on. */
  filters: readonly TraceFilter[];
  view: ViewState;
};

/** A trace that was just opened, with what the page shows first: the first rows under the reader's toggles, and the outcome. */
export type OpenedTrace = TraceSummary & {
  first: { rows: RowWindow; outcome: Outcome; toggles: TraceToggles & { gas: boolean } };
};

/** Updates that `openTransaction` reports. */
export type TransactionUpdate =
  /** What is known of the transaction: kept, fetched, or kept and confirmed. When its block changed, its trace follows once more. */
  | { type: 'record'; record: TransactionRecord }
  /** The kept record could not be confirmed. */
  | { type: 'unconfirmed'; failure: Failure }
  /** Progress of opening the trace, at most every 100 ms. */
  | { type: 'progress'; progress: Progress }
  /** The trace is open. A large kept trace shows its first screen before it is read; `replayed` and `view` events report what changed since it was kept. */
  | { type: 'opened'; trace: OpenedTrace }
  /** There is no trace. */
  | { type: 'noTrace'; failure: Failure };

/** Events that the service reports by itself. */
export type TraceEvent =
  /** More became known of an open trace, mostly names: its rows show other texts now. */
  | { type: 'view'; handle: TraceHandle; view: ViewState; outcome: Outcome }
  /** How far the execution behind the shown rows is, at most every 100 ms. */
  | { type: 'replaying'; handle: TraceHandle; progress: Progress }
  /** The execution ended. Its rows replaced the rows shown before, or `skipped` says why not. Folding and row numbers stay where the calls are the same. */
  | { type: 'replayed'; handle: TraceHandle; summary: TraceSummary; outcome: Outcome }
  /** Results of proving the replay behind its rows. */
  | { type: 'proven'; handle: TraceHandle; verification: Verification; doubt?: Doubt | undefined }
  /** The engine closed a trace to make room for newer ones. While it is kept, opening it again is quick. */
  | { type: 'closed'; handle: TraceHandle };

/**
 * Name of the error that methods with a handle reject with when the trace is no
 * longer open: closed by the page, closed for newer ones, or gone with an
 * earlier worker. Open it again. (Comlink carries an error's name, not its class.)
 */
export const CLOSED_TRACE_ERROR = 'ClosedTraceError';

export type Wish = {
  /** The page asks for steps: what was kept is executed at once, and not when it first asks for one. */
  wantsSteps?: boolean;
  /**
   * The reader has not gone there yet and may not: it is begun where nobody far away is asked for it, and gives way to the
   * work of the page that is open.
   */
  isAhead?: boolean;
};

export interface OpenTraceApi {
  /** Calls `listener` with every event from now on. */
  subscribe(listener: (event: TraceEvent) => void): Promise<void>;
  cancel(job: JobId): Promise<void>;

  /** Begins to open a transaction that a page is about to ask for with `openTransaction`. */
  beginOpening(key: TransactionKey, wish?: Wish): Promise<void>;
  /**
   * Opens a transaction: first its record, then the first rows of its trace by the best method that answers. Calls
   * `onUpdate` with each part as soon as it is available, and begins the work behind the first rows when that call has
   * returned. Resolves when the record is confirmed and the trace is open or cannot be had. Fails when nothing is known of
   * the transaction. Asks for a pending transaction again until it is in a block.
   */
  openTransaction(
    job: JobId,
    key: TransactionKey,
    onUpdate: (update: TransactionUpdate) => void | Promise<void>,
  ): Promise<Result<undefined, Failure>>;
  closeTrace(handle: TraceHandle): Promise<void>;
  /** Ends the execution behind the shown rows; the rows stay. */
  cancelReplay(handle: TraceHandle): Promise<void>;
  /** The addresses of the trace whose contract or methods have no name after imported files and the chain were asked, for the question of consent. */
  unknowns(handle: TraceHandle): Promise<Unknowns>;
  /** Asks the providers that are switched on for what `unknowns` lists; fails when none is. A `view` event follows when something became known. */
  lookUp(
    job: JobId,
    handle: TraceHandle,
    onProgress?: (progress: Progress) => void,
  ): Promise<Result<LookedUp, Failure>>;
}
