/** What each trace method gives, in a sentence. */
import type { TraceOrigin } from './trace-method-names';

export const TRACE_METHOD_NOTES: Record<TraceOrigin, string> = {
  cache: 'The trace was kept in this browser.',
  prestateTracer: 'Executed again in this browser, on the state the node reported in one answer.',
  replay: 'Executed again in this browser and compared with the receipt.',
  callTracer: 'The node executed the transaction again and reported its calls and events (debug_traceTransaction).',
  trace_transaction: 'The node reported the calls of the transaction.',
  ots_traceTransaction: 'The node reported the calls of the transaction.',
  structLogs: 'Calls and events were derived from the steps the node reported.',
  receipt: 'No trace method returned calls: the page shows the data of the receipt.',
};
