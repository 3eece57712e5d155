/**
 * Where a row stands among its siblings.
 *
 * Rows have no column for that; it is counted by stepping from sibling to
 * sibling. A loop that makes 100,000 calls would make that slow, so below a
 * large frame every 64th child is remembered with the counts up to it, on
 * first use: at most a few bytes a row, and only where it matters.
 */

import { firstPlace } from '../values/first-place';
import { RowKind, type TreeRows } from './rows';

/** Children before a row and children of its parent altogether; frames (internal calls count as such), logs and storage accesses apart. */
export type SiblingCounts = {
  framesBefore: number;
  logsBefore: number;
  accessesBefore: number;
  frames: number;
  logs: number;
  accesses: number;
};

/** Children between remembered ones. */
const STRIDE = 64;
/** Rows below a frame from which on its children are remembered. */
const LARGE = 2_048;

/** For one frame: [row, frames before, logs before, accesses before] of every 64th child, and of the end. */
type Marks = Int32Array;
const MARK = 4;
const remembered = new WeakMap<TreeRows, Map<number, Marks>>();

/** Column of a mark that counts rows of the kind. */
const COLUMN = Int8Array.from({ length: RowKind.storageWrite + 1 }, (_, kind) =>
  kind === RowKind.log ? 2 : kind === RowKind.storageRead || kind === RowKind.storageWrite ? 3 : 1,
);

/** Returns the counts for `row`; the root has no siblings but itself. Takes at most some hundred steps after the first use. */
export function siblingCounts(rows: TreeRows, row: number): SiblingCounts {
  const parent = rows.parent[row];
  if (parent < 0) return { framesBefore: 0, logsBefore: 0, accessesBefore: 0, frames: 1, logs: 0, accesses: 0 };
  const marks = marksOf(rows, parent);
  const mark = lastMarkUpTo(marks, row, 0);
  let framesBefore = marks[mark + 1];
  let logsBefore = marks[mark + 2];
  let accessesBefore = marks[mark + 3];
  for (let at = marks[mark]; at < row; at = rows.subtreeEnd[at]) {
    const column = COLUMN[rows.kind[at]];
    if (column === 1) framesBefore++;
    else if (column === 2) logsBefore++;
    else accessesBefore++;
  }
  return { framesBefore, logsBefore, accessesBefore, ...totalOf(marks) };
}

/** Counts the frames, logs and storage accesses directly below `row`. */
export function childCounts(rows: TreeRows, row: number): { frames: number; logs: number; accesses: number } {
  return totalOf(marksOf(rows, row));
}

function totalOf(marks: Marks): { frames: number; logs: number; accesses: number } {
  const { length } = marks;
  return { frames: marks[length - 3], logs: marks[length - 2], accesses: marks[length - 1] };
}

/** Returns the child of `parent` that is its frame, or its log, number `index` from 0; -1 when it has fewer. */
export function childAt(rows: TreeRows, parent: number, index: number, logs: boolean): number {
  const marks = marksOf(rows, parent);
  const column = logs ? 2 : 1;
  if (index >= marks[marks.length - MARK + column]) return -1;
  const mark = lastMarkUpTo(marks, index, column);
  let left = index - marks[mark + column];
  for (let at = marks[mark]; at < rows.subtreeEnd[parent]; at = rows.subtreeEnd[at]) {
    if (COLUMN[rows.kind[at]] === column && left-- === 0) return at;
  }
  return -1;
}

/** Returns where the last mark begins whose `column` is at most `value`. */
function lastMarkUpTo(marks: Marks, value: number, column: number): number {
  return (firstPlace(1, marks.length / MARK, (mark) => marks[mark * MARK + column] > value) - 1) * MARK;
}

function marksOf(rows: TreeRows, parent: number): Marks {
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

function countChildren(rows: TreeRows, parent: number): Marks {
  const { kind, subtreeEnd } = rows;
  const end = subtreeEnd[parent];
  const marks: number[] = [];
  const counts = [0, 0, 0, 0];
  let children = 0;
  for (let at = parent + 1; at < end; at = subtreeEnd[at]) {
    if (children++ % STRIDE === 0) marks.push(at, counts[1], counts[2], counts[3]);
    counts[COLUMN[kind[at]]]++;
  }
  marks.push(end, counts[1], counts[2], counts[3]);
  return Int32Array.from(marks);
}
