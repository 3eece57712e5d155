/** Whether a failure was handed on. */
import type { Trace } from '../../trace/rows';

/** Whether the data of frame `outer` carries that of frame `inner` among more, as an error that wraps another does. */
export function carriesOutput({ rows, payload }: Trace, outer: number, inner: number): boolean {
  const size = rows.outputLength[inner];
  // A selector at least, and in front of it another selector, an offset and a length.
  if (size < 4 || rows.outputLength[outer] < size + 68) return false;
  const start = rows.outputStart[inner];
  const first = rows.outputStart[outer] + 4;
  const last = rows.outputStart[outer] + rows.outputLength[outer] - size;
  // ABI encoding puts it at the beginning of a word.
  for (let from = first; from <= last; from += 32) {
    let at = 0;
    while (at < size && payload[from + at] === payload[start + at]) at++;
    if (at === size) return true;
  }
  return false;
}
