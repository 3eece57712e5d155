/** Whether a failure was handed on. */
import type { Trace } from '../trace/rows';

/** Whether two frames gave back the same data. Linear in it. */
export function sameOutput({ rows, payload }: Trace, one: number, other: number): boolean {
  const length = rows.outputLength[one];
  if (length !== rows.outputLength[other]) return false;
  const start = rows.outputStart[one];
  const otherStart = rows.outputStart[other];
  for (let at = 0; at < length; at++) if (payload[start + at] !== payload[otherStart + at]) return false;
  return true;
}
