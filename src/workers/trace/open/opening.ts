/**
 * The machine of opening a transaction: mined or pending, kept here or not, a
 * step of a simulation, from a trace file or a link to one. It has two halves.
 *
 * The engine's half (`after`) says for each step what follows from its answer,
 * and what the page is told. The page's half (`shown`) says what is shown after
 * each thing that it is told. Both are pure: `open-transaction.ts` does the work
 * of the steps, and the page (`views/open-trace/open-trace-context.ts`) draws.
 * They are plain functions and not XState, because the page's half is loaded
 * before content. Pictures of both are in docs/machines.md.
 */
import type { ReceiptWithoutLogs } from '../../../core/chain/transaction';
import type { Failure } from '../../../core/values/failure';
import { ok, type Result } from '../../../core/values/result';
import type { TransactionRecord } from '../../chain/chain.api';
import type { Loaded } from '../../chain/transaction-request';
import type { Progress, TraceHandle } from '../../ids';
import type { OpenedTrace, TraceEvent, TraceSummary, TransactionUpdate } from '../open-trace.api';
import type { Opened } from '../opened';
import type { Outcome } from '../rows.api';

// The engine's half

/** The first screen that this browser keeps of a trace, and the hash of the block that it was made for. */
export type KeptScreen = { blockHash: string; screen: OpenedTrace };
/** A trace that the page has: the rows of a file give way to those of an endpoint. */
export type GivenTrace = { handle: TraceHandle; isFromFile: boolean };
/** A step of a simulation that ran once more. */
export type Repeated = { loaded: Loaded; made: Opened };

/** The steps of opening a transaction. The engine does each until it has its answer. */
export type Step =
  /** Reads what this browser keeps of the transaction. */
  | { step: 'reading' }
  /** Runs the step of a simulation once more. */
  | { step: 'repeating' }
  /** Asks an endpoint. A pending transaction is told to the page once. */
  | { step: 'asking'; isPendingTold: boolean }
  /** Waits before it asks for a pending transaction again. */
  | { step: 'waiting' }
  | Opening
  /** Asks an endpoint, behind the rows, whether what was kept is still true. */
  | { step: 'confirming'; kept: Loaded; given: GivenTrace | undefined }
  | { step: 'ended'; result: Result<undefined, Failure> };

/** Gets the trace and gives its first rows to the page. */
export type Opening = {
  step: 'opening';
  loaded: Loaded;
  receipt: ReceiptWithoutLogs;
  /** The record was kept, and is confirmed afterwards. */
  isKept: boolean;
  /** The page is given this screen before the trace is read. */
  screen?: OpenedTrace;
  /** The trace is at hand: a simulation ran, or its receipt was made of it. */
  made?: Opened;
  /** Rows of a file, which the page has until it is given these. */
  insteadOf?: TraceHandle;
};

/** A step, and what is done on the way to it: the page is told something, or a trace that is no longer true is closed. */
export type Next = { to: Step; tell?: TransactionUpdate; close?: TraceHandle };

type At<S extends Step['step']> = Extract<Step, { step: S }>;

/** Returns the first step. */
export function firstStep(isSimulated: boolean): Step {
  return { step: isSimulated ? 'repeating' : 'reading' };
}

/** The transitions: what follows each step, by its answer. */
export const after = {
  /** A kept record of a mined transaction is shown at once; its screen too, where it is of the same block. */
  reading(kept: Loaded | undefined, screen: KeptScreen | undefined): Next {
    const receipt = kept?.record.receipt;
    if (kept === undefined || receipt === undefined) return { to: { step: 'asking', isPendingTold: false } };
    const isOfBlock = screen?.blockHash === receipt.blockHash;
    // One that waits to be kept was just stated by an endpoint.
    return opens(kept, receipt, {
      isKept: kept.record.origin === 'cache',
      ...(isOfBlock && { screen: screen.screen }),
    });
  },

  repeating(answer: Result<Repeated, Failure>): Next {
    if (!answer.ok) return ends(answer);
    const { loaded, made } = answer.value;
    return opens(loaded, made.receipt, { isKept: false, made });
  },

  /** A pending transaction that was dropped or replaced ends here: the failure says which. `made`: the trace of one without a receipt. */
  asking({ isPendingTold }: At<'asking'>, answer: Result<Loaded & { made?: Opened }, Failure>): Next {
    if (!answer.ok) return ends(answer);
    const { made, ...loaded } = answer.value;
    const { receipt } = loaded.record;
    if (receipt !== undefined) return opens(loaded, receipt, { isKept: false, ...(made && { made }) });
    return { to: { step: 'waiting' }, ...(isPendingTold ? {} : tells(answer.value)) };
  },

  waiting: (): Next => ({ to: { step: 'asking', isPendingTold: true } }),

  /** `given` is undefined where there is no trace. */
  opening({ loaded, isKept }: Opening, given: GivenTrace | undefined): Next {
    return isKept ? { to: { step: 'confirming', kept: loaded, given } } : ends(ok(undefined));
  },

  /**
   * Takes the endpoint's confirmation. Only the trace of the block that the endpoint states is current: after a
   * reorganisation another one is opened.
   */
  confirming({ kept, given }: At<'confirming'>, answer: Result<Loaded, Failure>): Next {
    if (!answer.ok) return { ...ends(ok(undefined)), tell: { type: 'unconfirmed', failure: answer.error } };
    const { receipt } = answer.value.record;
    if (receipt?.blockHash === kept.record.receipt?.blockHash) {
      if (receipt !== undefined && given?.isFromFile)
        return opens(answer.value, receipt, { isKept: false, insteadOf: given.handle });
      return { ...ends(ok(undefined)), ...tells(answer.value) };
    }
    const close = given && { close: given.handle };
    if (receipt !== undefined) return { ...opens(answer.value, receipt, { isKept: false }), ...close };
    return { to: { step: 'asking', isPendingTold: true }, ...tells(answer.value), ...close };
  },
};

function tells({ record }: Loaded): { tell: TransactionUpdate } {
  return { tell: { type: 'record', record } };
}

function opens(loaded: Loaded, receipt: ReceiptWithoutLogs, rest: Omit<Opening, 'step' | 'loaded' | 'receipt'>): Next {
  return { to: { step: 'opening', loaded, receipt, ...rest }, ...tells(loaded) };
}

function ends(result: Result<undefined, Failure>): Next {
  return { to: { step: 'ended', result } };
}

// The page's half

export type TraceState =
  /** The transaction is not mined yet. */
  | { state: 'none' }
  | { state: 'opening'; progress: Progress | undefined }
  /** `known` grows when more became known of it, names mostly: what was asked before reads otherwise now. */
  | {
      state: 'open';
      summary: TraceSummary;
      first: OpenedTrace['first'];
      outcome: Outcome | undefined;
      known: number;
      /** Progress of the execution that goes on behind the rows. */
      replay?: Progress | undefined;
    }
  | { state: 'failed'; failure: Failure };

/** How the chain's transaction differs from the kept one: it is pending again, in another block, has other fields, or another result. */
export type Difference = { kind: 'pending' | 'block' | 'result' } | { kind: 'fields'; fields: readonly string[] };

export type Shown = {
  /** Grows when the page opens the transaction anew; what an earlier attempt answers is no longer current. */
  attempt: number;
  record: TransactionRecord | undefined;
  /** Why there is no record, or, with a record, why it could not be confirmed. */
  failure: Failure | undefined;
  /** The engine has not ended. */
  asking: boolean;
  /** How the chain's transaction differs from the kept one. */
  changed: Difference | undefined;
  trace: TraceState;
  /** Times when the worker lost the trace, milliseconds. */
  losses: readonly number[];
};

export type ShownEvent =
  /** The engine tells something of the current attempt. */
  | TransactionUpdate
  /** The engine has ended. */
  | { type: 'ended'; result: Result<unknown, Failure> }
  /** Something happened to an open trace; it is of no use unless it is the one that is shown. */
  | { type: 'event'; event: TraceEvent }
  /** The worker no longer has the trace. */
  | { type: 'lost'; at: number; failure: Failure }
  /** The reader asks to have it opened once more. */
  | { type: 'reopened' };

/** A trace that is lost more often within the time, milliseconds, is left to the reader: one that kills the worker does so again. */
const TOLERATED = { losses: 3, within: 60_000 };

export const ASKING: Shown = {
  attempt: 0,
  record: undefined,
  failure: undefined,
  asking: true,
  changed: undefined,
  trace: { state: 'none' },
  losses: [],
};

/** Returns what is shown after the event. */
export function shown(state: Shown, event: ShownEvent): Shown {
  switch (event.type) {
    case 'record': {
      const { record } = event;
      const isSame = blockOf(state.record) === blockOf(record);
      const next = {
        ...state,
        record,
        failure: undefined,
        changed: differenceFrom(state.record, record) ?? state.changed,
        trace: isSame && state.trace.state !== 'none' ? state.trace : traceOf(record),
      };
      // Once the engine has ended, it was the reader who had the endpoint asked, and nothing else opens the other trace.
      return isSame || state.asking ? next : anew(next);
    }
    case 'unconfirmed': {
      const { failure } = event;
      if (!failure.gone || !state.record) return { ...state, failure };
      // The chain took it back: it is in no block, and has no trace.
      const { receipt: _, block: __, ...record } = state.record;
      return { ...state, failure, record, trace: { state: 'none' } };
    }
    case 'progress':
      return state.trace.state === 'opening'
        ? { ...state, trace: { ...state.trace, progress: event.progress } }
        : state;
    case 'opened': {
      const { first } = event.trace;
      return { ...state, trace: { state: 'open', summary: event.trace, first, outcome: first.outcome, known: 0 } };
    }
    case 'noTrace':
      return { ...state, trace: { state: 'failed', failure: event.failure } };
    case 'ended':
      return ended({ ...state, asking: false }, event.result);
    case 'event':
      return { ...state, trace: traceAfter(state.trace, event.event) };
    case 'lost': {
      const losses = [...state.losses.filter((at) => event.at - at < TOLERATED.within), event.at];
      const lost = { ...state, losses };
      return losses.length > TOLERATED.losses
        ? { ...lost, trace: { state: 'failed', failure: event.failure } }
        : anew(lost);
    }
    case 'reopened':
      return anew(state);
  }
}

function anew(state: Shown): Shown {
  return { ...state, attempt: state.attempt + 1, asking: true, trace: traceOf(state.record) };
}

function blockOf(record: TransactionRecord | undefined): string | undefined {
  return record?.receipt?.blockHash;
}

/** The state of the trace after a record arrived: loading once the transaction is in a block. */
function traceOf(record: TransactionRecord | undefined): TraceState {
  return blockOf(record) === undefined ? { state: 'none' } : { state: 'opening', progress: undefined };
}

function ended(state: Shown, result: Result<unknown, Failure>): Shown {
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
      return { ...trace, summary: { ...trace.summary, verification: event.verification, doubt: event.doubt } };
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

/** Returns what the chain says otherwise than what was kept; undefined when nothing. */
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
