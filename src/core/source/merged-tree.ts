/**
 * The tree of a trace with the rows of the sources among its own: internal
 * calls and storage accesses (source-tree.ts) are rows like any other.
 *
 *     place  kind       number
 *       0    call          0        Vault.deposit
 *       1      internal  length+2     _check
 *       2        read    length+3       balances[0xabc…]
 *       3      call        1          Token.transferFrom
 *
 * The function a call selected is the call's row itself, not another below it.
 *
 * A *place* is a position in this tree. A row's *number* names it everywhere
 * else: rows of the trace keep theirs, and those of the sources come after
 * them, so no number changes its meaning when the sources arrive. Where more
 * sources are found later, the rows of that reading come after those of the
 * reading before, whose numbers then stand for their frames. 16 bytes a row,
 * beside the 33 of the source tree.
 */

import { depthIdOf, rowOfDepthId } from '../trace/depth-id';
import { type RowIndex, RowKind, rowIndex, type Trace, type TreeRows } from '../trace/rows';
import { firstPlace } from '../values/first-place';
import type { SourceTree } from './source-tree';

export type MergedTree = {
  rows: TreeRows;
  source: SourceTree;
  /** For each place, the row of the source tree; ascending. */
  index: Int32Array;
  /** For each row of the trace, its place. */
  placeOfRow: Int32Array;
  /**
   * For each row of an earlier reading, counted from behind the rows of the trace: the row of the trace that it belongs
   * to.
   */
  earlier: Int32Array;
};

/** Returns whether a row of the source tree is one of the trace itself. */
export function isOwn(source: SourceTree, index: number): boolean {
  return source.ordinal[index] < 0;
}

/** The number of the first row of the source tree. */
function firstNumber({ placeOfRow, earlier }: MergedTree): number {
  return placeOfRow.length + earlier.length;
}

/** Returns the number of the row at the place. */
export function numberAt(tree: MergedTree, place: number): RowIndex {
  const { source, index } = tree;
  const at = index[place];
  return rowIndex(isOwn(source, at) ? source.row[at] : firstNumber(tree) + at);
}

/** Returns the number that stands for a row now: of a row of an earlier reading, that of its frame. */
export function presentNumber({ placeOfRow, earlier }: MergedTree, number: RowIndex): RowIndex {
  const at = number - placeOfRow.length;
  return at >= 0 && at < earlier.length ? rowIndex(earlier[at]) : number;
}

/** Returns the row of the source tree that a present number stands for. */
export function sourceIndexOf(tree: MergedTree, number: RowIndex): number {
  return number < tree.placeOfRow.length ? tree.index[tree.placeOfRow[number]] : number - firstNumber(tree);
}

/** Returns the place of the row with this present number, or of the frame whose own function it is; -1 when there is none. */
export function placeOf(tree: MergedTree, number: RowIndex): number {
  const { source, index, placeOfRow } = tree;
  if (!(number >= 0)) return -1;
  if (number < placeOfRow.length) return placeOfRow[number];
  const at = number - firstNumber(tree);
  if (at < 0 || at >= source.length || isOwn(source, at)) return -1;
  const last = firstPlace(1, index.length, (place) => index[place] > at) - 1;
  return index[last] === at ? last : placeOfRow[source.row[at]];
}

/** Returns the row of the trace that a present number stands for: itself, or the frame that a row of the sources belongs to. */
export function traceRowOf(trace: Trace, tree: MergedTree | undefined, number: RowIndex): RowIndex {
  if (tree === undefined || number < trace.rows.length) return number;
  return rowIndex(tree.source.row[sourceIndexOf(tree, number)]);
}

const INSIDE = /^(.+)\.([is])(0|[1-9]\d{0,8})$/;

/** Returns whether the text can only be the depth id of an internal call or a storage access. */
export function isInsideId(id: string): boolean {
  return INSIDE.test(id);
}

/** Returns the number of the row with this depth id; undefined when there is none. Linear in the rows below its frame. */
export function numberOfDepthId(trace: Trace, tree: MergedTree | undefined, id: string): RowIndex | undefined {
  const inside = INSIDE.exec(id);
  if (inside === null) return rowOfDepthId(trace, id);
  const frame = rowOfDepthId(trace, inside[1]);
  if (frame === undefined || tree === undefined) return undefined;
  const { source, index, placeOfRow } = tree;
  const ordinal = Number(inside[3]);
  const internal = inside[2] === 'i';
  const start = index[placeOfRow[frame]];
  for (let at = start + 1; at < source.subtreeEnd[start]; at++) {
    if (source.row[at] !== frame || source.ordinal[at] !== ordinal) continue;
    if ((source.kind[at] === RowKind.internal) === internal) return rowIndex(firstNumber(tree) + at);
  }
  return undefined;
}

/** Returns the depth id of the row with this present number. */
export function depthIdOfNumber(trace: Trace, tree: MergedTree | undefined, number: RowIndex): string {
  if (tree === undefined || number < trace.rows.length) return depthIdOf(trace, number);
  const { row, kind, ordinal } = tree.source;
  const at = sourceIndexOf(tree, number);
  return `${depthIdOf(trace, rowIndex(row[at]))}.${kind[at] === RowKind.internal ? 'i' : 's'}${ordinal[at]}`;
}

/** Returns the rows collapsed in the tree where `collapsed` are those in the trace. Rows that the trace does not have stay as `inside` says. */
export function collapsedInTree({ source, index }: MergedTree, collapsed: Uint8Array, inside: Uint8Array): Uint8Array {
  return inside.map((folded, place) => (isOwn(source, index[place]) ? collapsed[source.row[index[place]]] : folded));
}

/** Returns the rows collapsed in the trace where `collapsed` are those in the tree. */
export function collapsedInTrace({ placeOfRow }: MergedTree, collapsed: Uint8Array): Uint8Array {
  const all = new Uint8Array(placeOfRow.length);
  for (let row = 0; row < all.length; row++) all[row] = collapsed[placeOfRow[row]];
  return all;
}
