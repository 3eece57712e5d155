/** Where the texts of links stand: near their own link, over no account and no other text, and beside the drawing or over a line only where there is no other place. Pure. */
import { linkLines } from './fit-flow';
import { type FlowLayout, type FlowLink, NODE, type Point, pointsOnLine } from './flow-layout';

export const LINE_HEIGHT = 13;
/** Width of a character of the small face on average, in amounts with names of tokens, px: "1,175 Unknown ERC-20" has 7.1. */
const CHARACTER = 7.2;
/** Between a text and an account, px. */
const APART = 8;
/** Attempts to move a text that overlaps something. */
const TRIES = 12;

/** `x` is the middle, `y` the upper edge; px of the layout. */
export type FlowLabel = { link: FlowLink; lines: string[]; x: number; y: number; width: number; height: number };
type Box = { x: number; y: number; width: number; height: number };
/** What is seen of the drawing: its left edge, and all of its height. */
type Room = { left: number; width: number; height: number };

/**
 * Places the texts of `links`, which are some of the layout's; one for which there is no room is left out. `shown`: the
 * width that is seen, px of the layout, which stands in the middle of it.
 */
export function placeLabels(
  { nodes, links: all, upright, width: drawn, height }: FlowLayout,
  links: readonly FlowLink[],
  shown = drawn,
): FlowLabel[] {
  const room: Room = { left: (drawn - shown) / 2, width: shown, height };
  const taken: Box[] = nodes.map(({ x, y }) => ({ x, y, ...NODE }));
  const lines = all.flatMap((link) => pointsOnLine(link, upright));
  const leaving = countBy(links, ({ from }) => from.id);
  return links.flatMap((link) => {
    const texts = linkLines(link);
    const width = Math.max(...texts.map((line) => line.length)) * CHARACTER;
    const size = { width, height: texts.length * LINE_HEIGHT };
    const wanted = { ...wantedPlace(link, size, upright, leaving), ...size };
    const box =
      free(wanted, taken, lines, room) ??
      free(wanted, taken, [], room) ??
      free(wanted, taken, lines) ??
      free(wanted, taken, []);
    if (box === undefined) return [];
    taken.push(box);
    return [{ link, lines: texts, ...size, x: box.x + width / 2, y: box.y }];
  });
}

function wantedPlace(link: FlowLink, size: Size, upright: boolean, leaving: Counts): Point {
  const [, entry, exit] = link.points;
  if (link.points.length > 2 && entry && exit) return alongLane(entry, exit, size, upright);
  return upright ? above(link, size, leaving) : beside(link, size, leaving);
}

/** Places the text at the first lane, where the line is straight. */
function alongLane(entry: Point, exit: Point, { width, height }: Size, upright: boolean): Point {
  const [x, y] = [(entry.x + exit.x) / 2, (entry.y + exit.y) / 2];
  return upright ? { x: x + APART, y: y - height / 2 } : { x: x - width / 2, y: y - height - 2 };
}

/** Near the account where the link is one of fewest: many links that leave one account part at their other ends. */
function beside({ from, to, back, points }: FlowLink, { width, height }: Size, leaving: Counts): Point {
  const [start, end] = [points[0] ?? from, points.at(-1) ?? to];
  const isFan = (leaving.get(from.id) ?? 0) > 1;
  const [left, right] = [Math.min(start.x, end.x) + APART, Math.max(start.x, end.x) - APART - width];
  const x = !isFan ? (left + right) / 2 : back ? left : right;
  const y = isFan ? end.y : (start.y + end.y) / 2;
  return { x, y: back ? y + 2 : y - height - 2 };
}

/** Places the text beside the line, which leaves and arrives in the middle. */
function above({ from, to, points }: FlowLink, { height }: Size, leaving: Counts): Point {
  const [start, end] = [points[0] ?? from, points.at(-1) ?? to];
  const near = (leaving.get(from.id) ?? 0) > 1 ? end : start;
  const isAbove = near.y === Math.min(start.y, end.y);
  return { x: near.x + APART, y: isAbove ? near.y + APART : near.y - APART - height };
}

/**
 * The box, or one above, below or beside it that is over nothing, neither boxes nor points, and within `room` where that is given;
 * undefined where there is none nearby.
 */
function free(box: Box, taken: readonly Box[], points: readonly Point[], room?: Room): Box | undefined {
  if (room !== undefined && box.width > room.width) return undefined;
  const within = (x: number) =>
    room === undefined ? x : Math.max(room.left, Math.min(x, room.left + room.width - box.width));
  for (const aside of [0, 0.5, -0.5, 1, -1]) {
    for (let step = 0; step <= TRIES; step++) {
      for (const direction of [1, -1]) {
        const y = box.y + direction * step * (LINE_HEIGHT / 2);
        if (room !== undefined && (y < 0 || y + box.height > room.height)) continue;
        const moved = { ...box, x: within(box.x + aside * box.width), y };
        if (taken.some((other) => overlaps(moved, other))) continue;
        if (!points.some((point) => overlaps(moved, { ...point, width: 0, height: 0 }))) return moved;
      }
    }
  }
  return undefined;
}

function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

type Size = { width: number; height: number };
type Counts = ReadonlyMap<string, number>;

function countBy(links: readonly FlowLink[], keyOf: (link: FlowLink) => string): Counts {
  const counts = new Map<string, number>();
  for (const link of links) counts.set(keyOf(link), (counts.get(keyOf(link)) ?? 0) + 1);
  return counts;
}
