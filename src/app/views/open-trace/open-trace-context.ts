/**
 * The transaction of the page and its open trace, for every view below the
 * page. It is opened once: a view neither opens nor closes it.
 */
import { createContext, useContext } from 'react';
import type { Network } from '../../../core/chain/network';
import { assert } from '../../../core/values/assert';
import type { TransactionRecord } from '../../../workers/chain/chain.api';
import type { TraceHandle } from '../../../workers/ids';
import { useLoaded } from '../../use-loaded';
import type { OpenTrace } from './use-open-transaction';

export type PageTransaction = {
  record: TransactionRecord;
  network: Network;
  trace: OpenTrace;
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

/** The open trace; undefined while there is none. */
export function useMaybeOpenTrace(): OpenTraceHere | undefined {
  const { trace, lost } = usePageTransaction();
  return trace.state === 'open' ? { ...trace, lost, handle: trace.summary.handle } : undefined;
}

/** The open trace, for views that are drawn only where there is one. */
export function useOpenTrace(): OpenTraceHere {
  const trace = useMaybeOpenTrace();
  assert(trace, 'a component needs an open trace where there is none');
  return trace;
}

/**
 * What `ask` answers of the open trace, undefined until then. It is asked again when more became known of the trace; an
 * older answer of the same trace stays until then. `of` names what is asked.
 */
export function useTraceAnswer<T>(of: string, ask: (handle: TraceHandle) => Promise<T>): T | undefined {
  const { handle, known, lost } = useOpenTrace();
  return useLoaded(`${handle} ${of}`, () => ask(handle), { version: known, onLost: lost });
}
