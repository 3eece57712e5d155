/** The trace methods in words, and what each gives. */
import type { TraceMethod } from '../../../core/trace/rows';

type TraceMethodWords = { name: string; note: string };

export const TRACE_METHOD_WORDS: Record<TraceMethod | 'cache' | 'prestateTracer', TraceMethodWords> = {
  cache: { name: 'This browser', note: 'The trace was kept in this browser.' },
  prestateTracer: {
    name: 'Local replay with prestateTracer',
    note: 'Executed again in this browser, on the state the node reported in one answer.',
  },
  replay: { name: 'Local replay', note: 'Executed again in this browser and compared with the receipt.' },
  callTracer: {
    name: 'callTracer',
    note: 'The node executed the transaction again and reported its calls and events (debug_traceTransaction).',
  },
  trace_transaction: { name: 'trace_transaction', note: 'The node reported the calls of the transaction.' },
  ots_traceTransaction: { name: 'ots_traceTransaction', note: 'The node reported the calls of the transaction.' },
  structLogs: { name: 'Struct logs', note: 'Calls and events were derived from the steps the node reported.' },
  receipt: { name: 'Receipt only', note: 'No trace method gave calls: what is shown comes from the receipt.' },
};
