/** Opens a transaction in the worker, keeps what it tells, and opens it again when the worker lost its trace. */

import { startTransition, useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { Workers } from '../../../workers/client';
import type { TraceHandle, TransactionKey } from '../../../workers/ids';
import type { TransactionUpdate } from '../../../workers/trace/open-trace.api';
import { nextPaint } from '../../event-loop';
import { contentShown, pageShown } from '../../page-stages';
import { stoppedFailure } from '../../stopped-failure';
import { toast } from '../../ui/toast';
import { newJobId } from '../../use-question';
import { ASKING, type OpenTransactionState, openTransaction, type TraceState } from './open-transaction';

const NO_DATA = 'Something went wrong while fetching transaction data';
/** Losses within the time, milliseconds, after which it is left to the reader: a trace that kills the worker does so again. */
const TOLERATED = { losses: 3, within: 60_000 };

export type OpenTrace =
  | Extract<TraceState, { state: 'none' | 'failed' }>
  | (Extract<TraceState, { state: 'opening' }> & { cancel: () => void })
  | (Extract<TraceState, { state: 'open' }> & { cancelReplay: () => void });

/** What is known of the transaction, without its trace. */
export type TransactionState = Omit<OpenTransactionState, 'trace'> & {
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

/** `key` stays the same for the life of the component. */
export function useOpenTransaction(
  { trace: traces, chain, subscribe }: Pick<Workers, 'trace' | 'chain' | 'subscribe'>,
  key: TransactionKey,
): OpenTransaction {
  const [state, dispatch] = useReducer(openTransaction, ASKING);
  const [attempt, setAttempt] = useState(0);
  const { networkId, hash } = key;
  const cancel = useRef(() => {});
  /** Tells the worker that the rows are taken over: on the first page of a visit once they are drawn. */
  const taken = useRef(() => {});

  const losses = useRef<number[]>([]);
  const lost = useCallback((error: unknown) => {
    const now = Date.now();
    losses.current = [...losses.current.filter((time) => now - time < TOLERATED.within), now];
    if (losses.current.length > TOLERATED.losses) dispatch({ type: 'givenUp', failure: stoppedFailure(error) });
    else setAttempt((before) => before + 1);
  }, []);

  useEffect(() => {
    let current = true;
    let handle: TraceHandle | undefined;
    const job = newJobId();
    const stop = () => void traces.cancel(job).catch(() => undefined); // a worker that died has nothing left to cancel
    const close = (closed: TraceHandle) => void traces.closeTrace(closed).catch(() => undefined);
    cancel.current = stop;
    dispatch({ type: 'asked' });

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

  const shown = state.trace.state === 'open' ? state.trace.summary.handle : undefined;
  useEffect(() => {
    if (shown !== undefined) void Promise.all([nextPaint(), pageShown()]).then(() => taken.current());
  }, [shown]);

  const reopen = useCallback(() => setAttempt((before) => before + 1), []);
  const retry = useRetry(chain, key, state, dispatch, reopen);
  const cancelReplay = useCallback(() => {
    if (shown !== undefined) traces.cancelReplay(shown).catch(() => undefined);
  }, [traces, shown]);
  const trace = useMemo((): OpenTrace => {
    if (state.trace.state === 'opening') return { ...state.trace, cancel: () => cancel.current() };
    return state.trace.state === 'open' ? { ...state.trace, cancelReplay } : state.trace;
  }, [state.trace, cancelReplay]);
  return { state: { ...state, retry }, trace, reopen, lost };
}

/** Asks the endpoint once more: for all where there is nothing, else whether what is shown is still so. */
function useRetry(
  chain: Pick<Workers['chain'], 'loadTransaction'>,
  { networkId, hash }: TransactionKey,
  { record }: OpenTransactionState,
  dispatch: (action: TransactionUpdate) => void,
  reopen: () => void,
): () => void {
  return useCallback(() => {
    if (record === undefined) return reopen();
    chain.loadTransaction(newJobId(), { networkId, hash }, true).then(
      (answer) => {
        if (!answer.ok) {
          dispatch({ type: 'unconfirmed', failure: answer.error });
          // The shown page stays; a failure is reported to the reader who asked again.
          toast({ text: NO_DATA, tone: 'failure' });
          return;
        }
        dispatch({ type: 'record', record: answer.value });
        if (answer.value.receipt?.blockHash !== record.receipt?.blockHash) reopen();
      },
      (error: unknown) => dispatch({ type: 'unconfirmed', failure: stoppedFailure(error) }),
    );
  }, [chain, networkId, hash, record, dispatch, reopen]);
}
