/** Where a reader of the source goes from a step, and which call runs there. */
import { type StepColumns, stepIndex } from '../../evm/recording/steps';
import { RowKind } from '../../trace/rows';
import { firstPlace } from '../../values/first-place';
import type { SourceTree } from '../source-tree';
import type { SourceStops } from './source-stops';

/** Steps; absent where that leads nowhere. */
export type SourceMoves = {
  /** The next statement that is come to, in whichever call. */
  next?: number;
  previous?: number;
  /**
   * The next statement of the same call or one around it: past what this one
   * calls. Absent where nothing is called that could be stepped over: the
   * statement calls nothing, and the function is the transaction's own or calls nothing either.
   */
  over?: number;
  /** The statement that called this function. */
  up?: number;
  /** The next statement after this function returned. */
  out?: number;
};

/** Returns the index of the last stop at or before `step`, -1 when there is none. Logarithmic. */
export function lastStop({ step: steps, length }: SourceStops, step: number): number {
  return firstPlace(0, length, (stop) => steps[stop] > step) - 1;
}

/** Returns the steps at which rows of a tree were entered, made ascending where a row has none of its own. Linear. */
export function entrySteps(tree: SourceTree): Int32Array {
  const entries = new Int32Array(tree.length);
  let last = -1;
  for (let row = 0; row < tree.length; row++) {
    last = Math.max(last, tree.step[row]);
    entries[row] = last;
  }
  return entries;
}

/** Returns the row of the innermost internal call that runs at the step, of its frame when none does. */
export function callRunning(tree: SourceTree, entries: Int32Array, steps: StepColumns, step: number): number {
  const frame = steps.frame(stepIndex(step));
  const last = firstPlace(1, tree.length, (row) => entries[row] >= step) - 1;
  // Whatever was entered since the running call is below it.
  for (let row = last; row >= 0; row = tree.parent[row]) {
    if (tree.row[row] !== frame) continue;
    if (tree.kind[row] <= RowKind.create2) return row;
    if (tree.kind[row] === RowKind.internal && (tree.endStep[row] < 0 || tree.endStep[row] >= step)) return row;
  }
  return 0;
}

/** Returns the last stop of `call` at or before `step`, -1 when it came to none yet. Linear in the stops since. */
export function stopOfCall(stops: SourceStops, tree: SourceTree, call: number, step: number): number {
  const entered = tree.step[call];
  for (let at = lastStop(stops, step); at >= 0 && stops.step[at] > entered; at--)
    if (stops.call[at] === call) return at;
  return -1;
}

/** Returns the stops that can be reached from `step`, at which `call` runs. Linear in the stops of what is stepped over. */
export function movesBetweenStops(stops: SourceStops, tree: SourceTree, call: number, step: number): SourceMoves {
  const depth = tree.depth[call];
  const at = lastStop(stops, step);
  const next = at + 1;
  const before = at >= 0 && stops.step[at] === step ? at - 1 : at;
  const up = upFrom(stops, tree, call);
  const calls = next < stops.length && tree.depth[stops.call[next]] > depth;
  const canBeOver = calls || (up >= 0 && hasCalls(tree, call));
  const over = canBeOver ? firstNotDeeper(stops, tree, next, depth) : -1;
  const out = up >= 0 ? firstNotDeeper(stops, tree, next, depth - 1) : -1;
  const steps: [keyof SourceMoves, number][] = [
    ['next', next < stops.length ? next : -1],
    ['previous', before],
    ['over', over],
    ['up', up],
    ['out', out],
  ];
  return Object.fromEntries(steps.filter(([, stop]) => stop >= 0).map(([move, stop]) => [move, stops.step[stop]]));
}

/** The stop of the statement that called, in the nearest call around that came to one; -1 without. */
function upFrom(stops: SourceStops, tree: SourceTree, call: number): number {
  for (let inner = call, outer = tree.parent[call]; outer >= 0; inner = outer, outer = tree.parent[outer]) {
    const found = stopOfCall(stops, tree, outer, Math.max(tree.step[inner], 0));
    if (found >= 0) return found;
  }
  return -1;
}

function firstNotDeeper(stops: SourceStops, tree: SourceTree, from: number, depth: number): number {
  for (let at = from; at < stops.length; at++) if (tree.depth[stops.call[at]] <= depth) return at;
  return -1;
}

function hasCalls({ kind, subtreeEnd }: SourceTree, call: number): boolean {
  for (let row = call + 1; row < subtreeEnd[call]; row++)
    if (kind[row] <= RowKind.create2 || kind[row] === RowKind.internal) return true;
  return false;
}
