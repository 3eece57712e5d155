/**
 * The transaction that a page opens. `useOpenTransaction` has it opened in the
 * worker, keeps what is told of it (`workers/trace/open/opening.ts`), and has
 * it opened again when the worker lost its trace. Every view below the page
 * takes transaction and trace from the context; none opens or closes them.
 */
import { createContext, startTransition, useCallback, useContext, useEffect, useMemo, useReducer, useRef } from 'react';
import type { Network } from '../../../core/chain/network';
import { assert } from '../../../core/values/assert';
import type { Failure } from '../../../core/values/failure';
import type { TransactionRecord } from '../../../workers/chain/chain.api';
import type { Workers } from '../../../workers/client';
import type { TraceHandle, TransactionKey } from '../../../workers/ids';
import { ASKING, type Shown, shown, type TraceState } from '../../../workers/trace/open/opening';
import type { TransactionUpdate } from '../../../workers/trace/open-trace.api';
import { nextPaint } from '../../event-loop';
import { contentShown, pageShown } from '../../page-stages';
import { stoppedFailure } from '../../stopped-failure';
import { toast } from '../../ui/toast';
import { useLoaded } from '../../use-loaded';
import { newJobId } from '../../use-question';

const NO_DATA = 'Something went wrong while fetching transaction data';

export type OpenTrace =
  | Extract<TraceState, { state: 'none' | 'failed' }>
  | (Extract<TraceState, { state: 'opening' }> & { cancel: () => void })
  | (Extract<TraceState, { state: 'open' }> & { cancelReplay: () => void });

/** What is known of the transaction, without its trace. */
export type TransactionState = Omit<Shown, 'trace' | 'attempt' | 'losses'> & {
  /** Asks the endpoint once more. */
  retry: () => void;
};

export type OpenTransaction = {
  state: TransactionState;
  trace: OpenTrace;
  /** Opens the trace once more, because the reader asks for it. */
  reopen: () => void;
  /** The worker no longer has the trace: opens it once more, unless that happens over and over. */
  lost: (error: unknown) => void;
};

/** `key` stays the same for the life of the component, which begins with `atHand` where that is there. */
export function useOpenTransaction(
  { trace: traces, chain, subscribe }: Pick<Workers, 'trace' | 'chain' | 'subscribe'>,
  key: TransactionKey,
  atHand?: TransactionRecord,
): OpenTransaction {
  const [{ trace: state, attempt, losses: _, ...known }, dispatch] = useReducer(shown, atHand, beginWith);
  const { networkId, hash } = key;
  const cancel = useRef(() => {});
  /** Tells the worker that the rows are taken over: on the first page of a visit once they are drawn. */
  const taken = useRef(() => {});
  const lost = useCallback(
    (error: unknown) => dispatch({ type: 'lost', at: Date.now(), failure: stoppedFailure(error) }),
    [],
  );
  const reopen = useCallback(() => dispatch({ type: 'reopened' }), []);

  useEffect(() => {
    let current = true;
    let handle: TraceHandle | undefined;
    const job = newJobId();
    const stop = () => void traces.cancel(job).catch(() => undefined); // a worker that died has nothing left to cancel
    const close = (closed: TraceHandle) => void traces.closeTrace(closed).catch(() => undefined);
    cancel.current = stop;

    const onUpdate = (update: TransactionUpdate): Promise<void> | undefined => {
      if (!current) {
        if (update.type === 'opened') close(update.trace.handle);
        return undefined;
      }
      if (update.type === 'opened') handle = update.trace.handle;
      // The whole page follows from it: rendered in slices.
      startTransition(() => dispatch(update));
      // What follows the record, code for traces first, is not to come before the page shows it.
      if (update.type === 'record') return contentShown();
      return update.type === 'opened' ? new Promise((resolve) => (taken.current = resolve)) : undefined;
    };
    const unsubscribe = subscribe((event) => {
      if (handle === undefined) return;
      if (event.type === 'restarted' && event.worker === 'engine') return lost(new Error(event.message));
      if (!('handle' in event) || event.handle !== handle) return;
      if (event.type === 'closed') lost(new Error('The trace was closed for newer ones.'));
      else startTransition(() => dispatch({ type: 'event', event }));
    });
    traces.openTransaction(job, { networkId, hash }, onUpdate).then(
      (result) => {
        if (!current) return;
        dispatch({ type: 'ended', result });
        // What is on the screen may stay as it was: who asked once more is told. That nobody knows the hash, the page says.
        const isTold = result.ok || handle !== undefined || ['notFound', 'cancelled'].includes(result.error.code);
        if (attempt > 0 && !isTold) toast({ text: NO_DATA, tone: 'failure' });
      },
      (error: unknown) => {
        // While a trace is shown, the restart of the worker is reported by an event.
        if (current && handle === undefined)
          dispatch({ type: 'ended', result: { ok: false, error: stoppedFailure(error) } });
      },
    );
    return () => {
      current = false;
      unsubscribe();
      stop();
      if (handle !== undefined) close(handle);
      taken.current();
    };
  }, [traces, subscribe, lost, networkId, hash, attempt]);

  const handle = state.state === 'open' ? state.summary.handle : undefined;
  useEffect(() => {
    if (handle !== undefined) void Promise.all([nextPaint(), pageShown()]).then(() => taken.current());
  }, [handle]);

  /** Asks the endpoint once more: for all where there is nothing, else whether what is shown is still so. */
  const isKnown = known.record !== undefined;
  const retry = useCallback(() => {
    if (!isKnown) return reopen();
    chain.loadTransaction(newJobId(), { networkId, hash }, true).then(
      (answer) => {
        if (answer.ok) return dispatch({ type: 'record', record: answer.value });
        dispatch({ type: 'unconfirmed', failure: answer.error });
        // The shown page stays; a failure is reported to the reader who asked again.
        toast({ text: NO_DATA, tone: 'failure' });
      },
      (error: unknown) => dispatch({ type: 'unconfirmed', failure: stoppedFailure(error) }),
    );
  }, [chain, networkId, hash, isKnown, reopen]);
  const cancelReplay = useCallback(() => {
    if (handle !== undefined) traces.cancelReplay(handle).catch(() => undefined);
  }, [traces, handle]);
  const trace = useMemo((): OpenTrace => {
    if (state.state === 'opening') return { ...state, cancel: () => cancel.current() };
    return state.state === 'open' ? { ...state, cancelReplay } : state;
  }, [state, cancelReplay]);
  return { state: { ...known, retry }, trace, reopen, lost };
}

function beginWith(record: TransactionRecord | undefined): Shown {
  return record === undefined ? ASKING : shown(ASKING, { type: 'record', record });
}

export type PageTransaction = {
  record: TransactionRecord;
  network: Network;
  trace: OpenTrace;
  /** Why the transaction is gone, where no endpoint knows it any more. */
  gone?: Failure['gone'];
  /** Depth id of the selected row, from the address of the page. */
  row: string | undefined;
  /** A row was selected: it goes into the address a little later. */
  selectRow: (depthId: string) => void;
  /** Opens the trace once more, because the reader asks for it. */
  reopen: () => void;
  /** A question by handle was rejected: the worker no longer has the trace. */
  lost: (error: unknown) => void;
};

const OpenTraceContext = createContext<PageTransaction | undefined>(undefined);
export const OpenTraceProvider = OpenTraceContext.Provider;

export function usePageTransaction(): PageTransaction {
  const transaction = useContext(OpenTraceContext);
  assert(transaction, 'a component stands outside the page of a transaction');
  return transaction;
}

export type OpenTraceHere = Extract<OpenTrace, { state: 'open' }> &
  Pick<PageTransaction, 'lost'> & { handle: TraceHandle };

/** Returns the open trace; undefined while there is none. */
export function useMaybeOpenTrace(): OpenTraceHere | undefined {
  const { trace, lost } = usePageTransaction();
  return trace.state === 'open' ? { ...trace, lost, handle: trace.summary.handle } : undefined;
}

/** Returns the open trace, for views that are drawn only where there is one. */
export function useOpenTrace(): OpenTraceHere {
  const trace = useMaybeOpenTrace();
  assert(trace, 'a component needs an open trace where there is none');
  return trace;
}

/**
 * Returns the answer of `ask` on the open trace, undefined until then. It is asked again when more became known of
 * the trace; an older answer of the same trace stays until then. `of` names what is asked.
 */
export function useTraceAnswer<T>(of: string, ask: (handle: TraceHandle) => Promise<T>): T | undefined {
  const { handle, known, lost } = useOpenTrace();
  return useLoaded(`${handle} ${of}`, () => ask(handle), { version: known, onLost: lost });
}
