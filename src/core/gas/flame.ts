/**
 * Where the gas went, as a flame graph: each call a frame as wide as the gas it
 * used, its callees in a row below it from the left, what is left over its own.
 *
 *     0 ┌ Router.swap ───────────────────────────────┐
 *     1 │Initial gas│Pair.swap ─────────────┐  own   │
 *     2             │Token.transfer│  own   │
 *
 * Frames are in the order the machine entered them, so `start` never falls,
 * everything below a frame is the range [frame + 1, subtreeEnd), and what a
 * window shows is found without looking at the rest.
 */
import type { Brand } from '../brand';
import { classifyRows, type Member, type RowClasses } from '../trace/row-classes';
import { RowFlag, RowKind, type Trace, type TraceRows } from '../trace/rows';

/** Index into the frames of one flame graph; 0 is the transaction's own call. */
export type FlameIndex = Brand<number, 'FlameIndex'>;

export type Flame = {
  length: number;
  start: Float64Array; // gas from the left edge
  end: Float64Array; // gas from the left edge
  depth: Uint16Array; // 0 for the transaction's own call
  parent: Int32Array; // FlameIndex, -1 for the transaction's own call
  subtreeEnd: Int32Array; // FlameIndex, one past the last descendant
  row: Int32Array; // RowIndex, -1 for the initial gas
  kind: Uint8Array; // RowKind; that of the root for the initial gas
  failed: Uint8Array; // 1 when it reverted or halted exceptionally
  name: Int32Array; // index into the names, see `flameNames`
  /** Gas of the transaction as the receipt states it. */
  gasUsed: number;
  /** Gas before the first instruction. */
  initialGas: number;
  /** Gas that was used and given back again, as far as the calls tell: at least so much. */
  refundedGas: number;
};

/** The name of frame 1, which is no call. */
export const INITIAL_GAS_NAME = 0;
/** The name of frames whose callee has none to give, a selfdestruct's. */
const NAMELESS = 1;
/** The names of members follow. */
const FIRST_MEMBER = 2;

/**
 * The names of a graph's frames by index, `nameMember` giving those of the
 * callees. Distinct callees only, so it is a short list also of a long trace.
 */
export function flameNames({ members }: RowClasses, nameMember: (member: Member) => string): string[] {
  return ['Initial gas', '(nameless)', ...members.map(nameMember)];
}

/**
 * The flame graph of a trace, `undefined` when its source does not say what
 * calls used. `initial` is the gas before the first instruction. Linear; 36
 * bytes a frame. A callee that claims more than is left of its caller is cut.
 */
export function computeFlame(
  trace: Trace,
  initial: number,
  classes: RowClasses = classifyRows(trace),
): Flame | undefined {
  const { rows } = trace;
  if (!(rows.gasUsed[0] > 0)) return undefined;
  const before = framesBefore(rows);
  const gas = gasOfRows(rows);
  const length = before[rows.length] + 1;
  const flame: Flame = {
    length,
    start: new Float64Array(length),
    end: new Float64Array(length),
    depth: new Uint16Array(length),
    parent: new Int32Array(length),
    subtreeEnd: new Int32Array(length),
    row: new Int32Array(length),
    kind: new Uint8Array(length),
    failed: new Uint8Array(length),
    name: new Int32Array(length),
    gasUsed: rows.gasUsed[0],
    initialGas: Math.min(initial, rows.gasUsed[0]),
    refundedGas: 0,
  };
  const inside = gas.ofCallees[0] + flame.initialGas;
  flame.refundedGas = Math.max(0, inside - flame.gasUsed);
  place(flame, rows, before, gas.ofRow, classes);
  return flame;
}

/** Gas of a frame, that of its callees included. */
export function totalGas({ start, end }: Flame, frame: FlameIndex): number {
  return end[frame] - start[frame];
}

/** The name of a frame out of those `flameNames` gave. */
export function frameName({ name }: Flame, names: readonly string[], frame: FlameIndex): string {
  return names[name[frame]] ?? '';
}

/** Rows of the graph. Linear. */
export function rowsOf({ depth }: Flame): number {
  let deepest = 0;
  for (let frame = 0; frame < depth.length; frame++) if (depth[frame] > deepest) deepest = depth[frame];
  return deepest + 1;
}

/** Whether the frame is the initial gas and no call. */
export function isInitialGas({ row }: Flame, frame: FlameIndex): boolean {
  return row[frame] < 0;
}

/** Own gas of a frame: what none of its callees used. */
export function ownGas({ start, end, subtreeEnd }: Flame, frame: FlameIndex): number {
  let own = end[frame] - start[frame];
  for (let child = frame + 1; child < subtreeEnd[frame]; child = subtreeEnd[child]) own -= end[child] - start[child];
  return own;
}

/** Whether rows of this kind are frames of the graph. */
function isShown(kind: number): boolean {
  return kind <= RowKind.selfdestruct || kind === RowKind.internal;
}

/** For each row, and past the last, the number of frames before it. */
function framesBefore({ length, kind }: TraceRows): Int32Array {
  const before = new Int32Array(length + 1);
  let count = 0;
  for (let row = 0; row < length; row++) {
    before[row] = count;
    if (isShown(kind[row])) count += 1;
  }
  before[length] = count;
  return before;
}

/** Gas of each row, that of its callees where the row itself does not say; and the sum of each row's callees. */
function gasOfRows({ length, kind, parent, gasUsed }: TraceRows): { ofRow: Float64Array; ofCallees: Float64Array } {
  const ofRow = new Float64Array(length);
  const ofCallees = new Float64Array(length);
  for (let row = length - 1; row >= 0; row--) {
    if (!isShown(kind[row])) continue;
    const gas = gasUsed[row];
    ofRow[row] = gas >= 0 ? gas : ofCallees[row];
    if (row > 0) ofCallees[parent[row]] += ofRow[row];
  }
  return { ofRow, ofCallees };
}

function place(flame: Flame, rows: TraceRows, before: Int32Array, gas: Float64Array, classes: RowClasses): void {
  const { start, end, depth, parent: parentOf, subtreeEnd, row: rowOf, kind, failed, name, length } = flame;
  /** Where the next callee of a frame begins. */
  const next = new Float64Array(length);
  end[0] = flame.gasUsed + flame.refundedGas;
  parentOf[0] = -1;
  subtreeEnd[0] = length;
  kind[0] = rows.kind[0];
  failed[0] = rows.flags[0] & RowFlag.failed;
  name[0] = nameOf(classes, 0);
  end[1] = flame.initialGas;
  next[0] = flame.initialGas;
  depth[1] = 1;
  subtreeEnd[1] = 2;
  rowOf[1] = -1;
  kind[1] = rows.kind[0];
  name[1] = INITIAL_GAS_NAME;
  for (let row = 1; row < rows.length; row++) {
    if (!isShown(rows.kind[row])) continue;
    // The initial gas stands between the root and all other frames.
    const frame = before[row] + 1;
    const parentRow = rows.parent[row];
    const parent = parentRow === 0 ? 0 : before[parentRow] + 1;
    const from = next[parent];
    const to = Math.min(from + gas[row], end[parent]);
    start[frame] = from;
    end[frame] = to;
    next[parent] = to;
    next[frame] = from;
    depth[frame] = depth[parent] + 1;
    parentOf[frame] = parent;
    subtreeEnd[frame] = before[rows.subtreeEnd[row]] + 1;
    rowOf[frame] = row;
    kind[frame] = rows.kind[row];
    failed[frame] = rows.flags[row] & RowFlag.failed;
    name[frame] = nameOf(classes, row);
  }
}

function nameOf({ ofRow, member }: RowClasses, row: number): number {
  const index = member[ofRow[row]];
  return index === 0 ? NAMELESS : FIRST_MEMBER + index - 1;
}
