/**
 * Where a row stands among its siblings.
 *
 * Rows have no column for that; it is counted by stepping from sibling to
 * sibling. A loop that makes 100,000 calls would make that slow, so below a
 * large frame every 64th child is remembered with the counts up to it, on
 * first use: at most a few bytes a row, and only where it matters.
 */
import { isFrameKind } from './failures';
import { RowKind, type TraceRows } from './rows';

/** Children before a row and children of its parent altogether, frames and logs apart. */
export type SiblingCounts = { framesBefore: number; logsBefore: number; frames: number; logs: number };

/** Children between remembered ones. */
const STRIDE = 64;
/** Rows below a frame from which on its children are remembered. */
const LARGE = 2_048;

/** Of one frame: of every 64th child, and of the end, [row, frames before, logs before]. */
type Marks = Int32Array;
const remembered = new WeakMap<TraceRows, Map<number, Marks>>();

/** The counts for `row`; the root has no siblings but itself. Takes at most some hundred steps after the first use. */
export function siblingCounts(rows: TraceRows, row: number): SiblingCounts {
  const parent = rows.parent[row];
  if (parent < 0) return { framesBefore: 0, logsBefore: 0, frames: 1, logs: 0 };
  const marks = marksOf(rows, parent);
  const mark = lastMarkUpTo(marks, row);
  let framesBefore = marks[mark + 1];
  let logsBefore = marks[mark + 2];
  for (let at = marks[mark]; at < row; at = rows.subtreeEnd[at]) {
    if (isFrameKind(rows.kind[at])) framesBefore++;
    else if (rows.kind[at] === RowKind.log) logsBefore++;
  }
  return { framesBefore, logsBefore, frames: marks[marks.length - 2], logs: marks[marks.length - 1] };
}

/** Frames and logs directly below `row`. */
export function childCounts(rows: TraceRows, row: number): { frames: number; logs: number } {
  const marks = marksOf(rows, row);
  return { frames: marks[marks.length - 2], logs: marks[marks.length - 1] };
}

/** The child of `parent` that is its frame, or its log, number `index` from 0; -1 when it has fewer. */
export function childAt(rows: TraceRows, parent: number, index: number, logs: boolean): number {
  const marks = marksOf(rows, parent);
  const column = logs ? 2 : 1;
  if (index >= marks[marks.length - 3 + column]) return -1;
  let low = 0;
  let high = marks.length / 3 - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (marks[middle * 3 + column] <= index) low = middle;
    else high = middle - 1;
  }
  let left = index - marks[low * 3 + column];
  for (let at = marks[low * 3]; at < rows.subtreeEnd[parent]; at = rows.subtreeEnd[at]) {
    const counts = logs ? rows.kind[at] === RowKind.log : isFrameKind(rows.kind[at]);
    if (counts && left-- === 0) return at;
  }
  return -1;
}

function lastMarkUpTo(marks: Marks, row: number): number {
  let low = 0;
  let high = marks.length / 3 - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (marks[middle * 3] <= row) low = middle;
    else high = middle - 1;
  }
  return low * 3;
}

function marksOf(rows: TraceRows, parent: number): Marks {
  if (rows.subtreeEnd[parent] - parent < LARGE) return countChildren(rows, parent);
  let known = remembered.get(rows);
  if (known === undefined) {
    known = new Map();
    remembered.set(rows, known);
  }
  let marks = known.get(parent);
  if (marks === undefined) {
    marks = countChildren(rows, parent);
    known.set(parent, marks);
  }
  return marks;
}

function countChildren(rows: TraceRows, parent: number): Marks {
  const { kind, subtreeEnd } = rows;
  const end = subtreeEnd[parent];
  const marks: number[] = [];
  let frames = 0;
  let logs = 0;
  let children = 0;
  for (let at = parent + 1; at < end; at = subtreeEnd[at]) {
    if (children++ % STRIDE === 0) marks.push(at, frames, logs);
    if (isFrameKind(kind[at])) frames++;
    else if (kind[at] === RowKind.log) logs++;
  }
  marks.push(end, frames, logs);
  return Int32Array.from(marks);
}
