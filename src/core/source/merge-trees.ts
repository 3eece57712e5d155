/** Makes the merged tree (merged-tree.ts) of a trace and its sources. */

import { fillTree } from '../trace/row-order';
import { RowFlag, RowKind, type Trace, type TreeRows } from '../trace/rows';
import { isOwn, type MergedTree } from './merged-tree';
import type { SourceTree } from './source-tree';

const BROKEN = RowFlag.failed | RowFlag.undone;

/**
 * Returns the tree of `trace` with the rows of `source`, which was made of the
 * same trace. Internal calls that `isLeftOut`, such as a frame's own function, are
 * left out, what is below them belonging to what they are below. `before`:
 * the tree of an earlier reading of the same trace. Linear.
 */
export function mergeTrees(
  trace: Trace,
  source: SourceTree,
  isLeftOut: (index: number) => boolean,
  before?: MergedTree,
): MergedTree {
  const { flags: traceFlags, length: traceLength } = trace.rows;
  const placed = new Int32Array(source.length);
  const index = new Int32Array(source.length);
  const placeOfRow = new Int32Array(traceLength);
  let length = 0;
  for (let at = 0; at < source.length; at++) {
    if (source.kind[at] === RowKind.internal && isLeftOut(at)) placed[at] = placed[source.parent[at]];
    else {
      index[length] = at;
      placed[at] = length++;
    }
  }
  const rows: TreeRows = {
    length,
    kind: new Uint8Array(length),
    flags: new Uint8Array(length),
    depth: new Uint16Array(length),
    parent: new Int32Array(length),
    subtreeEnd: new Int32Array(length),
  };
  for (let place = 0; place < length; place++) {
    const at = index[place];
    const flag = traceFlags[source.row[at]];
    rows.kind[place] = source.kind[at];
    rows.parent[place] = source.parent[at] < 0 ? -1 : placed[source.parent[at]];
    if (isOwn(source, at)) {
      placeOfRow[source.row[at]] = place;
      rows.flags[place] = flag;
    } else if ((flag & BROKEN) !== 0) rows.flags[place] = RowFlag.undone;
  }
  fillTree(rows);
  return { rows, source, index: index.slice(0, length), placeOfRow, earlier: framesBefore(before) };
}

function framesBefore(before: MergedTree | undefined): Int32Array {
  if (before === undefined) return new Int32Array(0);
  const { earlier, source } = before;
  const frames = new Int32Array(earlier.length + source.length);
  frames.set(earlier);
  frames.set(source.row.subarray(0, source.length), earlier.length);
  return frames;
}
