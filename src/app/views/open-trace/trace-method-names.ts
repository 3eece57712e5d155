/** The trace methods by name. */
import type { TraceMethod } from '../../../core/trace/rows';

/** The method, or the cache, that the rows of a trace came from. */
export type TraceOrigin = TraceMethod | 'cache' | 'prestateTracer';

export const TRACE_METHOD_NAMES: Record<TraceOrigin, string> = {
  cache: 'This browser',
  prestateTracer: 'Local replay with prestateTracer',
  replay: 'Local replay',
  callTracer: 'callTracer',
  trace_transaction: 'trace_transaction',
  ots_traceTransaction: 'ots_traceTransaction',
  structLogs: 'Struct logs',
  receipt: 'Receipt only',
};
