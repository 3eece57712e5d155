import type { TraceHandle } from '../ids';

let last = Date.now();

/** Returns a handle that no trace has had, also not in an earlier worker: a handle of that one names nothing. */
export function newHandle(): TraceHandle {
  last = Math.max(last + 1, Date.now());
  return last as TraceHandle;
}
