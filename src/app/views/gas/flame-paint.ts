/** Draws the part of a flame graph that a window shows onto a canvas. Colours come with the look, so that drawing reads no style. */
import { type Flame, type FlameIndex, type FlameNames, frameName, isInitialGas } from '../../../core/gas/flame';
import { eachBox, type FlameWindow } from '../../../core/gas/flame-view';
import { RowKind } from '../../../core/trace/rows';

/** Height of one row, px. */
export const CELL = 24;
/** Number of frames from which a graph is too large to draw them all. */
const TOO_LARGE = 10_000;
/** Then frames narrower than this are left out, px. */
export const MINIMUM = 0.1;
/** A frame with less room shows no text, px. */
const TEXT_ROOM = 34;
const PADDING = 5;

/** Fills by style: those of the row kinds by their number, then these. */
const INITIAL = 11;
const FAILED = 12;

export type FlameColours = {
  fills: readonly string[];
  text: string;
  ground: string;
  line: string;
  accent: string;
  /** Monospaced, as CSS writes it, and the width of one of its characters, px. */
  font: string;
  characterWidth: number;
};

export type FlameScene = {
  flame: Flame;
  names: FlameNames;
  window: FlameWindow;
  /** CSS pixels. */
  width: number;
  height: number;
  /** Scroll position of the rows, px. */
  scrollTop: number;
  selected: FlameIndex | undefined;
  hovered: FlameIndex | undefined;
  /** For each name, 1 where it matches the search; undefined without a search. */
  matches: Uint8Array | undefined;
};

/** Returns the width in pixels below which frames of this graph are left out; 0 when all are drawn. */
export function minimumOf(flame: Flame): number {
  return flame.length > TOO_LARGE ? MINIMUM : 0;
}

export function paintFlame(context: CanvasRenderingContext2D, scene: FlameScene, look: FlameColours): void {
  const { flame, window, width, height, scrollTop } = scene;
  context.fillStyle = look.ground;
  context.fillRect(0, 0, width, height);
  const first = Math.floor(scrollTop / CELL);
  const last = Math.ceil((scrollTop + height) / CELL);
  const byStyle = new Map<number, Boxes>();
  const texts: Boxes = { x: [], width: [], depth: [] };
  const named: FlameIndex[] = [];
  eachBox(flame, window, { width, minimum: minimumOf(flame), first, last }, (frame, x, across, depth, merged) => {
    const style = styleOf(scene, frame);
    let boxes = byStyle.get(style);
    if (!boxes) {
      boxes = { x: [], width: [], depth: [] };
      byStyle.set(style, boxes);
    }
    const before = boxes.x.length - 1;
    const end = (boxes.x[before] ?? 0) + (boxes.width[before] ?? 0);
    if (merged && boxes.depth[before] === depth && x - end < 1) {
      // What is merged side by side is one rectangle more.
      boxes.width[before] = x + across - (boxes.x[before] ?? 0);
      return;
    }
    add(boxes, x, across, depth);
    if (merged || across < TEXT_ROOM) return;
    add(texts, x, across, depth);
    named.push(frame);
  });
  // A colour is set once for all boxes of it: parsing colours costs more than filling rectangles.
  for (const [style, boxes] of byStyle) fill(context, scene, look, style, boxes);
  context.globalAlpha = 1;
  context.font = look.font;
  context.textBaseline = 'middle';
  context.fillStyle = look.text;
  named.forEach((frame, at) => {
    write(context, scene, look, frame, texts.x[at] ?? 0, texts.width[at] ?? 0, texts.depth[at] ?? 0);
  });
  outline(context, scene, look, scene.hovered, 1);
  outline(context, scene, look, scene.selected, 2);
}

/** Rectangles as columns, for there may be tens of thousands in a frame of the screen. */
type Boxes = { x: number[]; width: number[]; depth: number[] };

function add(boxes: Boxes, x: number, width: number, depth: number): void {
  boxes.x.push(x);
  boxes.width.push(width);
  boxes.depth.push(depth);
}

/** Number of the fill, twice, and one more where the search does not match. */
function styleOf({ flame, names, matches }: FlameScene, frame: FlameIndex): number {
  const called = flame.failed[frame] === 1 ? FAILED : (flame.kind[frame] ?? RowKind.call);
  const style = isInitialGas(flame, frame) ? INITIAL : called;
  const missed = matches !== undefined && matches[names.ofFrame[frame] ?? 0] === 0;
  return style * 2 + (missed ? 1 : 0);
}

function fill(
  context: CanvasRenderingContext2D,
  { scrollTop }: FlameScene,
  look: FlameColours,
  style: number,
  boxes: Boxes,
): void {
  context.fillStyle = look.fills[style >> 1] ?? look.fills[RowKind.call] ?? look.line;
  context.globalAlpha = style % 2 === 1 ? 0.3 : 1;
  for (let at = 0; at < boxes.x.length; at++) {
    const width = boxes.width[at] ?? 0;
    context.fillRect(
      boxes.x[at] ?? 0,
      (boxes.depth[at] ?? 0) * CELL - scrollTop,
      width > 2 ? width - 1 : width,
      CELL - 1,
    );
  }
}

function write(
  context: CanvasRenderingContext2D,
  { names, width: whole, scrollTop }: FlameScene,
  look: FlameColours,
  frame: FlameIndex,
  x: number,
  width: number,
  depth: number,
): void {
  const left = Math.max(0, x);
  const room = Math.min(whole, x + width) - left;
  if (room < TEXT_ROOM) return;
  const name = frameName(names, frame);
  const most = Math.floor((room - 2 * PADDING) / look.characterWidth);
  const text = name.length > most ? `${name.slice(0, Math.max(0, most - 1))}…` : name;
  context.fillText(text, left + PADDING, depth * CELL - scrollTop + CELL / 2);
}

function outline(
  context: CanvasRenderingContext2D,
  { flame, window, width, scrollTop }: FlameScene,
  look: FlameColours,
  frame: FlameIndex | undefined,
  thickness: number,
): void {
  if (frame === undefined) return;
  const scale = width / (window.to - window.from);
  const from = Math.max(-2, ((flame.start[frame] ?? 0) - window.from) * scale);
  const to = Math.min(width + 2, ((flame.end[frame] ?? 0) - window.from) * scale);
  if (to < 0 || from > width) return;
  context.strokeStyle = look.accent;
  context.lineWidth = thickness;
  const inset = thickness / 2;
  context.strokeRect(
    from + inset,
    (flame.depth[frame] ?? 0) * CELL - scrollTop + inset,
    Math.max(2, to - from - 1) - thickness,
    CELL - 1 - thickness,
  );
}
