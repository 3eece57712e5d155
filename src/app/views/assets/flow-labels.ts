/** Where the texts of links stand: over their own link, over no account and no other text. Pure. */
import { linkLines } from './fit-flow';
import { type FlowLayout, type FlowLink, NODE } from './flow-layout';

export const LINE_HEIGHT = 13;
/** Of a character of the small face on average, px. */
const CHARACTER = 6.3;
/** Between a text and an account, px. */
const APART = 8;
/** How often a text is moved on that stands over something. */
const TRIES = 12;

/** `x` is the middle, `y` the upper edge; px of the layout. */
export type FlowLabel = { link: FlowLink; lines: string[]; x: number; y: number; width: number; height: number };
type Box = { x: number; y: number; width: number; height: number };

/** Places the texts of `links`, which are some of the layout's; one for which there is no room is left out. */
export function placeLabels({ nodes, upright }: FlowLayout, links: readonly FlowLink[]): FlowLabel[] {
  const taken: Box[] = nodes.map(({ x, y }) => ({ x, y, ...NODE }));
  const leaving = countBy(links, ({ from }) => from.id);
  return links.flatMap((link) => {
    const lines = linkLines(link);
    const width = Math.max(...lines.map((line) => line.length)) * CHARACTER;
    const size = { width, height: lines.length * LINE_HEIGHT };
    const wanted = wantedPlace(link, size, upright, leaving);
    const box = free({ ...wanted, ...size }, taken);
    if (box === undefined) return [];
    taken.push(box);
    return [{ link, lines, ...size, x: box.x + width / 2, y: box.y }];
  });
}

function wantedPlace(link: FlowLink, size: Size, upright: boolean, leaving: Counts): Point {
  if (link.back) return upright ? besideBack(link, size) : below(link, size);
  return upright ? above(link, size, leaving) : beside(link, size, leaving);
}

/** Near the account where the link is one of fewest: many links that leave one account part at their other ends. */
function beside({ from, to }: FlowLink, { width, height }: Size, leaving: Counts): Point {
  const [left, right] = [from.x + NODE.width + APART, to.x - APART - width];
  const isFan = (leaving.get(from.id) ?? 0) > 1;
  const isNext = to.column - from.column === 1;
  const x = isFan ? right : isNext ? (left + right) / 2 : left;
  const y = (isFan ? to.y : isNext ? (from.y + to.y) / 2 : from.y) + NODE.height / 2;
  return { x, y: y - height - 2 };
}

function above({ from, to }: FlowLink, { height }: Size, leaving: Counts): Point {
  const isFan = (leaving.get(from.id) ?? 0) > 1;
  const near = isFan ? to : from;
  const y = isFan ? to.y - APART - height : from.y + NODE.height + APART;
  // Beside the line, which leaves and arrives in the middle.
  return { x: near.x + NODE.width / 2 + APART, y };
}

/** How far a curve that goes back up stands out, px. */
const BULGE = 34;

/** Right of the curve that goes back up. */
function besideBack({ from, to }: FlowLink, { height }: Size): Point {
  return { x: Math.max(from.x, to.x) + NODE.width + BULGE, y: (from.y + to.y + NODE.height - height) / 2 };
}

/** Under the curve that goes back. */
function below({ from, to }: FlowLink, { width }: Size): Point {
  return { x: (from.x + to.x + NODE.width) / 2 - width / 2, y: Math.max(from.y, to.y) + NODE.height + 16 };
}

/** The box, or one above, below or beside it that is over nothing; undefined where there is none nearby. */
function free(box: Box, taken: readonly Box[]): Box | undefined {
  for (const aside of [0, 0.5, -0.5, 1, -1]) {
    for (let step = 0; step <= TRIES; step++) {
      for (const direction of [1, -1]) {
        const y = box.y + direction * step * (LINE_HEIGHT / 2);
        const moved = { ...box, x: box.x + aside * box.width, y };
        if (!taken.some((other) => overlaps(moved, other))) return moved;
      }
    }
  }
  return undefined;
}

function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

type Size = { width: number; height: number };
type Point = { x: number; y: number };
type Counts = ReadonlyMap<string, number>;

function countBy(links: readonly FlowLink[], keyOf: (link: FlowLink) => string): Counts {
  const counts = new Map<string, number>();
  for (const link of links) counts.set(keyOf(link), (counts.get(keyOf(link)) ?? 0) + 1);
  return counts;
}
