/** Trace methods that endpoints were found not to answer in this session, by the RPC client that asked. */
import type { TraceMethod } from '../../core/trace/rows';
import type { Rpc } from '../../net/rpc/rpc';

type Method = TraceMethod | 'prestateTracer';

const refusals = new WeakMap<Rpc, Map<Method, string>>();

/** Returns why a method need not be asked for again; undefined where it was not refused. */
export function refusalOf(rpc: Rpc, method: Method): string | undefined {
  return refusals.get(rpc)?.get(method);
}

export function noteRefusal(rpc: Rpc, method: Method, reason: string): void {
  const known = refusals.get(rpc) ?? new Map<Method, string>();
  refusals.set(rpc, known.set(method, reason));
}
