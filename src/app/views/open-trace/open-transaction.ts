/**
 * What a page has of the transaction it opens:
 *
 *     asking → record (trace: opening → open | failed; none while pending)
 *            → failure
 *
 * A plain reducer over what the worker tells, so that every order of updates
 * can be tested without a browser.
 */
import type { Failure } from '../../../core/values/failure';
import type { Result } from '../../../core/values/result';
import type { TransactionRecord } from '../../../workers/chain/chain.api';
import type { Progress } from '../../../workers/ids';
import type { OpenedTrace, TraceEvent, TraceSummary, TransactionUpdate } from '../../../workers/trace/open-trace.api';
import type { Outcome } from '../../../workers/trace/rows.api';

export type TraceState =
  /** Not mined yet. */
  | { state: 'none' }
  | { state: 'opening'; progress: Progress | undefined }
  /** `known` grows when more became known of it, names mostly: what was asked before reads otherwise now. */
  | {
      state: 'open';
      summary: TraceSummary;
      first: OpenedTrace['first'];
      outcome: Outcome | undefined;
      known: number;
      /** How far the execution is that goes on behind the rows. */
      replay?: Progress | undefined;
    }
  | { state: 'failed'; failure: Failure };

/** How the chain's transaction differs from the kept one: it is pending again, in another block, has other fields, or another result. */
export type Difference = { kind: 'pending' | 'block' | 'result' } | { kind: 'fields'; fields: readonly string[] };

export type OpenTransactionState = {
  record: TransactionRecord | undefined;
  /** Why there is no record, or, with a record, why it could not be confirmed. */
  failure: Failure | undefined;
  /** An endpoint is being asked. */
  asking: boolean;
  /** What the chain said otherwise than what this browser had kept. */
  changed: Difference | undefined;
  trace: TraceState;
};

export type OpenTransactionAction =
  /** It is opened, for the first time or anew. */
  | { type: 'asked' }
  | TransactionUpdate
  /** Opening has ended. */
  | { type: 'ended'; result: Result<unknown, Failure> }
  /** An event of the open trace. */
  | { type: 'event'; event: TraceEvent }
  /** The trace was lost too often to be opened again unasked. */
  | { type: 'givenUp'; failure: Failure };

export const ASKING: OpenTransactionState = {
  record: undefined,
  failure: undefined,
  asking: true,
  changed: undefined,
  trace: { state: 'none' },
};

export function openTransaction(state: OpenTransactionState, action: OpenTransactionAction): OpenTransactionState {
  switch (action.type) {
    case 'asked':
      return { ...state, asking: true, trace: traceOf(state.record) };
    case 'record': {
      const { record } = action;
      const isSame = state.record?.receipt?.blockHash === record.receipt?.blockHash && state.trace.state !== 'none';
      return {
        ...state,
        record,
        failure: undefined,
        changed: differenceFrom(state.record, record) ?? state.changed,
        trace: isSame ? state.trace : traceOf(record),
      };
    }
    case 'unconfirmed':
      return { ...state, failure: action.failure };
    case 'progress':
      return state.trace.state === 'opening'
        ? { ...state, trace: { state: 'opening', progress: action.progress } }
        : state;
    case 'opened': {
      const { first } = action.trace;
      return { ...state, trace: { state: 'open', summary: action.trace, first, outcome: first.outcome, known: 0 } };
    }
    case 'noTrace':
    case 'givenUp':
      return { ...state, trace: { state: 'failed', failure: action.failure } };
    case 'ended':
      return ended({ ...state, asking: false }, action.result);
    case 'event':
      return { ...state, trace: traceAfter(state.trace, action.event) };
  }
}

/** The state of the trace after a record arrived: loading once the transaction is in a block. */
function traceOf(record: TransactionRecord | undefined): TraceState {
  return record?.receipt === undefined ? { state: 'none' } : { state: 'opening', progress: undefined };
}

function ended(state: OpenTransactionState, result: Result<unknown, Failure>): OpenTransactionState {
  if (result.ok) return state;
  if (state.record === undefined) return { ...state, failure: result.error };
  // What is on the screen stays.
  if (state.trace.state === 'opening') return { ...state, trace: { state: 'failed', failure: result.error } };
  return state.trace.state === 'open' ? state : { ...state, failure: result.error };
}

function traceAfter(trace: TraceState, event: TraceEvent): TraceState {
  if (trace.state !== 'open' || event.handle !== trace.summary.handle) return trace;
  switch (event.type) {
    case 'replaying':
      return trace.summary.replaying ? { ...trace, replay: event.progress } : trace;
    case 'replayed': {
      const { replay: _, ...rest } = trace;
      return { ...rest, summary: event.summary, outcome: event.outcome, known: trace.known + 1 };
    }
    case 'proven':
      return { ...trace, summary: { ...trace.summary, verification: event.verification } };
    case 'view':
      return {
        ...trace,
        summary: { ...trace.summary, view: event.view },
        outcome: event.outcome,
        known: trace.known + 1,
      };
    case 'closed':
      return trace;
  }
}

/** Fields of a transaction that a reader goes by, and that a file or an endpoint may have told otherwise. */
const COMPARED = ['from', 'to', 'value', 'input', 'nonce'] as const;

/** What the chain says otherwise than what was kept; undefined when nothing. */
export function differenceFrom(kept: TransactionRecord | undefined, now: TransactionRecord): Difference | undefined {
  if (kept?.origin !== 'cache' || !kept.receipt) return undefined;
  if (!now.receipt) return { kind: 'pending' };
  if (kept.receipt.blockHash !== now.receipt.blockHash) return { kind: 'block' };
  const [a, b] = [kept.transaction, now.transaction];
  const fields = COMPARED.filter((field) => a[field] !== b[field]);
  if (fields.length > 0) return { kind: 'fields', fields };
  const same = kept.receipt.status === now.receipt.status && kept.receipt.gasUsed === now.receipt.gasUsed;
  return same ? undefined : { kind: 'result' };
}
