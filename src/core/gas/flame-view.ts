/**
 * What a window of a flame graph shows: which frames stand where on the screen,
 * found in time that depends on the screen and not on the graph.
 */
import { isFrameKind } from '../trace/failures';
import { firstPlace } from '../values/first-place';
import { type Flame, type FlameIndex, flameIndex } from './flame';

/** A part of the axis of gas. */
export type FlameWindow = { from: number; to: number };

/** Called for one rectangle on the screen; a `merged` one stands for frames side by side too narrow to be drawn each. */
export type DrawBox = (frame: FlameIndex, x: number, width: number, depth: number, merged: boolean) => void;

/** Frames narrower than this are drawn together as one box, pixels. */
export const NARROW = 1.5;

export type Drawn = {
  /** Pixels of the whole width. */
  width: number;
  /** Frames narrower than so many pixels are left out. 0 leaves out none. */
  minimum: number;
  /** Rows [first, last) of depth are on the screen. */
  first: number;
  last: number;
};

/** Calls `draw` for everything the window shows, callers before callees, left to right. */
export function eachBox(flame: Flame, window: FlameWindow, drawn: Drawn, draw: DrawBox): void {
  const { start, end, depth, subtreeEnd, length } = flame;
  const scale = drawn.width / (window.to - window.from);
  const narrow = NARROW / scale;
  const minimum = drawn.minimum / scale;
  for (let frame = 0; frame < length && start[frame] < window.to; ) {
    const gas = end[frame] - start[frame];
    const level = depth[frame];
    const x = (start[frame] - window.from) * scale;
    if (end[frame] <= window.from) frame = siblingFrom(flame, frame, window.from);
    else if (gas === 0 || gas < minimum) frame = siblingFrom(flame, frame, start[frame] + minimum);
    else if (gas >= narrow) {
      if (level >= drawn.first) draw(flameIndex(frame), x, gas * scale, level, false);
      frame = level + 1 < drawn.last ? frame + 1 : subtreeEnd[frame];
    } else {
      const next = siblingFrom(flame, frame, start[frame] + narrow);
      const to = end[ancestorAt(flame, next - 1, level)];
      const width = Math.max(NARROW, (to - start[frame]) * scale);
      if (level >= drawn.first) draw(flameIndex(frame), x, width, level, true);
      frame = next;
    }
  }
}

/** Returns the frame at a place of the graph, -1 where there is none. Frames too narrow to be drawn are found too. */
export function frameAt(flame: Flame, gas: number, depth: number): FlameIndex {
  if (!(gas >= 0 && gas < flame.end[0])) return flameIndex(-1);
  let frame = 0;
  while (flame.depth[frame] < depth) {
    const below = firstFrom(flame, frame + 1, flame.subtreeEnd[frame], gas, true) - 1;
    if (below <= frame) return flameIndex(-1);
    const child = ancestorAt(flame, below, flame.depth[frame] + 1);
    if (gas >= flame.end[child]) return flameIndex(-1);
    frame = child;
  }
  return flameIndex(frame);
}

/** Returns the callees of a frame, in order. */
export function* calleesOf({ subtreeEnd }: Flame, frame: FlameIndex): Generator<FlameIndex> {
  for (let child = frame + 1; child < subtreeEnd[frame]; child = subtreeEnd[child]) yield flameIndex(child);
}

/**
 * What follows `frame` in its caller: the sibling in which the gas `target`
 * lies, else the first that begins there or later, else the end of the caller's
 * subtree. Logarithmic, so that half a million siblings beside or below a pixel
 * cost nothing.
 */
function siblingFrom(flame: Flame, frame: number, target: number): number {
  const { end, subtreeEnd, depth, parent } = flame;
  const first = subtreeEnd[frame];
  const limit = frame === 0 ? first : subtreeEnd[parent[frame]];
  if (first >= limit) return limit;
  const found = firstFrom(flame, first, limit, target, false);
  const before = ancestorAt(flame, found - 1, depth[frame]);
  if (before > frame && end[before] >= target) return before;
  return found < limit && depth[found] > depth[frame] ? subtreeEnd[before] : found;
}

/** The first of the frames [from, to) that begins at `gas` or later, or, `after`, later only; `to` when none does. */
function firstFrom({ start }: Flame, from: number, to: number, gas: number, after: boolean): number {
  return firstPlace(from, to, (frame) => (after ? start[frame] > gas : start[frame] >= gas));
}

/** The frame at `depth` that `frame` is or lies in. */
function ancestorAt(flame: Flame, frame: number, depth: number): number {
  let at = frame;
  while (flame.depth[at] > depth) at = flame.parent[at];
  return at;
}

/** Returns the depth id of a frame's row; undefined for what has none: the initial gas, internal calls and what lies in one. */
export function depthIdOfFrame(flame: Flame, frame: FlameIndex): string | undefined {
  const steps: number[] = [];
  for (let at: number = frame; at > 0; at = flame.parent[at]) {
    if (flame.row[at] < 0 || !isFrameKind(flame.kind[at])) return undefined;
    let before = 0;
    for (const sibling of calleesOf(flame, flameIndex(flame.parent[at]))) {
      if (sibling === at) break;
      if (isCall(flame, sibling)) before++;
    }
    steps.push(before);
  }
  return [0, ...steps.reverse()].join('.');
}

/** Returns the frame whose row has this depth id; of an event, the call that emitted it. Undefined when there is none. */
export function frameOfDepthId(flame: Flame, id: string | undefined): FlameIndex | undefined {
  const [root, ...steps] = id?.split('.') ?? [];
  if (root !== '0') return undefined;
  let frame = flameIndex(0);
  for (const step of steps) {
    if (/^e\d+$/.test(step)) return frame;
    if (!/^\d{1,9}$/.test(step)) return undefined;
    let left = Number(step);
    let found: FlameIndex | undefined;
    for (const child of calleesOf(flame, frame)) {
      if (!isCall(flame, child) || left-- > 0) continue;
      found = child;
      break;
    }
    if (found === undefined) return undefined;
    frame = found;
  }
  return frame;
}

function isCall({ row, kind }: Flame, frame: number): boolean {
  return row[frame] >= 0 && isFrameKind(kind[frame]);
}
