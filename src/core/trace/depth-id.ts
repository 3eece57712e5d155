/**
 * Depth ids (docs/architecture.md): the path of a row among call frames, root
 * `0`; a log is named after its frame, `0.2.e0` being the first event of `0.2`.
 */
import { assert } from '../values/assert';
import { isFrameKind } from './failures';
import { type RowIndex, RowKind, rowIndex, type Trace } from './rows';
import { childAt, siblingCounts } from './siblings';

/** Returns the depth id of `row`. Takes time with its depth. */
export function depthIdOf(trace: Trace, row: RowIndex): string {
  const { rows } = trace;
  const steps: string[] = [];
  for (let at: number = row; rows.parent[at] >= 0; at = rows.parent[at]) {
    const { framesBefore, logsBefore } = siblingCounts(rows, at);
    const isFrame = isFrameKind(rows.kind[at]);
    assert(isFrame || rows.kind[at] === RowKind.log, 'only frames and logs have depth ids');
    steps.push(isFrame ? `${framesBefore}` : `e${logsBefore}`);
  }
  return ['0', ...steps.reverse()].join('.');
}

/** Returns the row with this depth id; undefined when the text is none or the trace has no such row. */
export function rowOfDepthId(trace: Trace, id: string): RowIndex | undefined {
  const [root, ...steps] = id.split('.');
  if (root !== '0' || trace.rows.length === 0) return undefined;
  let row = 0;
  for (const step of steps) {
    const match = /^(e?)(0|[1-9]\d{0,8})$/.exec(step);
    if (match === null) return undefined;
    row = childAt(trace.rows, row, Number(match[2]), match[1] === 'e');
    if (row < 0) return undefined;
  }
  return rowIndex(row);
}
