/**
 * Where the gas went, as a flame graph: each call a frame as wide as the gas it
 * used, its callees in a row below it from the left, what is left over its own.
 *
 *     0 ┌ Router.swap ───────────────────────────────┐
 *     1 │Initial gas│Pair.swap ─────────────┐  own   │
 *     2             │Token.transfer│  own   │
 *
 * The whole is what was used before refunds. The initial gas has what brings it
 * up to the floor price of the calldata in it (EIP-7623), so that the own gas of
 * all frames, less what was refunded, is what the receipt charges.
 *
 * Frames are in the order the machine entered them, so `start` never falls,
 * everything below a frame is the range [frame + 1, subtreeEnd), and what a
 * window shows is found without looking at the rest.
 */

import type { SpentGas } from '../chain/transaction';
import type { Member, RowClasses } from '../trace/row-classes';
import { RowFlag, RowKind, type Trace, type TraceRows } from '../trace/rows';
import type { Brand } from '../values/brand';

/** Index into the frames of one flame graph; 0 is the transaction's own call. */
export type FlameIndex = Brand<number, 'FlameIndex'>;

/** Brands a number known to be the index of a frame of the graph. */
export function flameIndex(index: number): FlameIndex {
  return index as FlameIndex;
}

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
  /** Gas of the transaction as the receipt states it. */
  gasUsed: number;
  /** Gas before the first instruction, and what brings it up to the floor price of the calldata. */
  initialGas: number;
  /** Gas that was used and given back again. */
  refundedGas: number;
  /** Whether the gas of the outermost call is known exactly; otherwise its own gas and the refund are lower bounds. */
  isExact: boolean;
};

/** What frames are called: distinct names, and for each frame the index of its own. */
export type FlameNames = {
  names: readonly string[];
  /** Further names of the same frames, by which they are found: that of a contract whose symbol is shown. */
  otherNames?: readonly string[];
  ofFrame: Int32Array;
};

/** The name of frames whose callee has none to give, a selfdestruct's. */
const NAMELESS = 1;
/** The names of members follow. */
const FIRST_MEMBER = 2;

/**
 * Returns the names of a graph's frames by index, `nameMember` giving those of
 * the callees. Distinct callees only, so it is a short list also of a long
 * trace.
 */
export function flameNames({ members }: RowClasses, nameMember: (member: Member) => string): string[] {
  return ['Initial gas', '(nameless)', ...members.map(nameMember)];
}

/**
 * Computes the flame graph of a trace, `undefined` when its source does not say
 * what calls used. Linear, one pass; 32 bytes a frame. A callee that claims
 * more than is left of its caller is cut.
 */
export function computeFlame({ rows }: Trace, { initial, executed }: SpentGas): Flame | undefined {
  if (!(rows.gasUsed[0] > 0)) return undefined;
  const { frames, complete } = survey(rows);
  const gas = complete ? rows.gasUsed : gasOfRows(rows);
  const length = frames + 1;
  const gasUsed = rows.gasUsed[0];
  const whole = executed === undefined ? initial + gasOfCallees(rows, gas) : initial + executed;
  const isExact = executed !== undefined;
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
    gasUsed,
    initialGas: isExact ? initial + Math.max(0, gasUsed - whole) : initial,
    refundedGas: Math.max(0, whole - gasUsed),
    isExact,
  };
  place(flame, rows, gas);
  return flame;
}

/** Returns, for each frame of `flame`, which is of this trace, the index of its name in the result of `flameNames`. */
export function nameFrames({ row, length }: Flame, { ofRow, member }: RowClasses): Int32Array {
  const name = new Int32Array(length);
  for (let frame = 0; frame < length; frame++) {
    if (row[frame] < 0) continue; // the initial gas has the first name
    const index = member[ofRow[row[frame]]];
    name[frame] = index === 0 ? NAMELESS : FIRST_MEMBER + index - 1;
  }
  return name;
}

/** Returns the gas that was used before refunds: the whole that shares are part of. */
export function wholeGas({ end }: Flame): number {
  return end[0] ?? 0;
}

/** Returns the gas of a frame, that of its callees included. */
export function totalGas({ start, end }: Flame, frame: FlameIndex): number {
  return end[frame] - start[frame];
}

/** Returns the name of a frame. */
export function frameName({ names, ofFrame }: FlameNames, frame: FlameIndex): string {
  return names[ofFrame[frame]] ?? '';
}

/** Returns the rows of the graph. Linear. */
export function rowsOf({ depth }: Flame): number {
  let deepest = 0;
  for (let frame = 0; frame < depth.length; frame++) if (depth[frame] > deepest) deepest = depth[frame];
  return deepest + 1;
}

/** Returns whether the frame is the initial gas and no call. */
export function isInitialGas({ row }: Flame, frame: FlameIndex): boolean {
  return row[frame] < 0;
}

/** Returns the gas of a frame that none of its callees used. */
export function ownGas({ start, end, subtreeEnd }: Flame, frame: FlameIndex): number {
  let own = end[frame] - start[frame];
  for (let child = frame + 1; child < subtreeEnd[frame]; child = subtreeEnd[child]) own -= end[child] - start[child];
  return own;
}

/** Whether rows of this kind are frames of the graph. */
function isShown(kind: number): boolean {
  return kind <= RowKind.selfdestruct || kind === RowKind.internal;
}

/** How many rows are frames, and whether all of them say what they used. */
function survey({ length, kind, gasUsed }: TraceRows): { frames: number; complete: boolean } {
  let frames = 0;
  let complete = true;
  for (let row = 0; row < length; row++) {
    if (!isShown(kind[row])) continue;
    frames++;
    if (!(gasUsed[row] >= 0)) complete = false;
  }
  return { frames, complete };
}

/** Gas of each row, that of its callees where the row itself does not say. */
function gasOfRows({ length, kind, parent, gasUsed }: TraceRows): Float64Array {
  const ofRow = new Float64Array(length);
  for (let row = length - 1; row >= 0; row--) {
    if (!isShown(kind[row])) continue;
    if (gasUsed[row] >= 0) ofRow[row] = gasUsed[row];
    if (row > 0 && !(gasUsed[parent[row]] >= 0)) ofRow[parent[row]] += ofRow[row];
  }
  return ofRow;
}

/** Sums the gas of the calls of the root. */
function gasOfCallees({ subtreeEnd, kind, length }: TraceRows, gas: Float64Array): number {
  let sum = 0;
  for (let row = 1; row < length; row = subtreeEnd[row]) if (isShown(kind[row])) sum += gas[row];
  return sum;
}

function place(flame: Flame, rows: TraceRows, gas: Float64Array): void {
  const { start, end, depth: depthOf, parent, subtreeEnd, row: rowOf, kind, failed, length } = flame;
  const root = flame.gasUsed + flame.refundedGas;
  end[0] = root;
  parent[0] = -1;
  kind[0] = rows.kind[0];
  failed[0] = rows.flags[0] & RowFlag.failed;
  end[1] = flame.initialGas;
  depthOf[1] = 1;
  subtreeEnd[1] = 2;
  rowOf[1] = -1;
  kind[1] = rows.kind[0];
  // Frames come callers first, so what is open at each depth is all there is to remember.
  const open = [0];
  /** Where the next callee of the open frame at each depth begins. */
  const next = [flame.initialGas];
  const ends = [root];
  let frame = 1;
  for (let row = 1; row < rows.length; row++) {
    if (!isShown(rows.kind[row])) continue;
    frame++;
    const depth = rows.depth[row];
    while (open.length > depth) subtreeEnd[open.pop() as number] = frame;
    const from = next[depth - 1];
    const to = Math.min(from + gas[row], ends[depth - 1]);
    next[depth - 1] = to;
    start[frame] = from;
    end[frame] = to;
    depthOf[frame] = depth;
    parent[frame] = open[depth - 1];
    rowOf[frame] = row;
    kind[frame] = rows.kind[row];
    failed[frame] = rows.flags[row] & RowFlag.failed;
    open.push(frame);
    next[depth] = from;
    ends[depth] = to;
  }
  for (const last of open) subtreeEnd[last] = length;
}
