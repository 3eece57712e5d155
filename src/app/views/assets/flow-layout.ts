/**
 * Places of the fund-flow graph: accounts in columns, money going from left to
 * right wherever that is possible. Pure, so that it is tested without drawing.
 *
 * Transfers between the same two accounts are one link. A link that would
 * close a circle goes back; all others lead to a column further right. A link
 * over several columns has a lane of its own in each between them, so that no
 * line passes behind an account. Upright, columns are rows, and money goes
 * from above to below.
 */
export type FlowTransfer = { from: string; to: string; text: string };

export type FlowNode = {
  id: string;
  column: number /** Place within the column. */;
  place: number;
  x: number;
  y: number;
};
export type FlowLink = {
  from: FlowNode;
  to: FlowNode;
  /** Texts of the transfers from `from` to `to`, in their order; equal texts stand once, with their number. */
  texts: { text: string; times: number }[];
  /** Whether the link leads to a column further left. */
  back: boolean;
  /**
   * The ends of its pieces, from its account to the other: curves between two columns and, in turn with them, straight
   * lines through a column.
   */
  points: readonly Point[];
};
export type Point = { x: number; y: number };
export type FlowLayout = {
  nodes: FlowNode[];
  links: FlowLink[];
  width: number;
  height: number;
  upright: boolean;
};

export const NODE = { width: 168, height: 30 } as const;
/**
 * Between columns, where the texts of links are, and between the accounts of a column, px; and how far a column reaches
 * across at least. `wide` has room for four lines of `LINE` characters above a link, `aside` for lines of `SHORT`.
 */
const GAPS = {
  aside: { column: 150, place: 22, across: 0 },
  wide: { column: 190, place: 22, across: 60 },
  upright: { column: 46, place: 28, across: 0 },
} as const;
/** Characters of a line beside a link. Longer texts are wrapped. */
export const LINE = 24;
const SHORT = 19;
const MARGIN = 24;
/** Between a lane and its neighbours, px: texts have room there while all links have theirs, or the line alone. */
const LANE_GAPS = { texts: 20, line: 6 } as const;
/** Links up to this number have their texts beside them all the time, more only where one looks. */
export const LABELLED = 16;
/** Distance beside forward links at which backward links leave and arrive, px. */
const BESIDE = 8;
/** Sweeps over the columns that put neighbours near each other. */
const SWEEPS = 6;

/** Computes the layout. Quadratic in the number of links, of which there are some hundreds at most. */
export function layOutFlow(transfers: readonly FlowTransfer[], upright = false): FlowLayout {
  const links = joinLinks(transfers);
  const columns = columnsOf(links);
  const last = Math.max(-1, ...columns.values());
  const byColumn = Array.from({ length: last + 1 }, (): string[] => []);
  for (const [id, column] of columns) byColumn[column]?.push(id);
  const lanes = addLanes(byColumn, links, columns);
  const ordered = orderColumns(byColumn, [...lanes.values()]);
  const isWide = links.length <= LABELLED && links.some(({ texts }) => texts.some(({ text }) => text.length > SHORT));
  const gaps = upright ? GAPS.upright : isWide ? GAPS.wide : GAPS.aside;
  const [along, across] = upright ? [NODE.height, NODE.width] : [NODE.width, NODE.height];
  const laneGap = links.length > LABELLED ? LANE_GAPS.line : LANE_GAPS.texts;
  /** Sizes of the rows of a column across it: lanes have none but their gaps. */
  const gapOf = (a: string, b: string) => (columns.has(a) && columns.has(b) ? gaps.place : laneGap);
  const breadthOf = (ids: readonly string[]) =>
    ids.reduce(
      (sum, id, at) => sum + (columns.has(id) ? across : 0) + (at === 0 ? 0 : gapOf(ids[at - 1] ?? '', id)),
      0,
    );
  const broadest = Math.max(across, gaps.across, ...ordered.map(breadthOf));
  const nodes = new Map<string, FlowNode>();
  /** The middle of each account and lane across the columns. */
  const middles = new Map<string, number>();
  const beginOf = (column: number) => MARGIN + column * (along + gaps.column);
  ordered.forEach((ids, column) => {
    let side = MARGIN + (broadest - breadthOf(ids)) / 2;
    let place = 0;
    ids.forEach((id, at) => {
      if (at > 0) side += gapOf(ids[at - 1] ?? '', id);
      const main = beginOf(column);
      const size = columns.has(id) ? across : 0;
      middles.set(id, side + size / 2);
      if (size > 0)
        nodes.set(id, { id, column, place: place++, ...(upright ? { x: side, y: main } : { x: main, y: side }) });
      side += size;
    });
  });
  const length = beginOf(Math.max(1, ordered.length)) - gaps.column + MARGIN;
  const pointAt = (main: number, side: number): Point => (upright ? { x: side, y: main } : { x: main, y: side });
  const drawn = links.map(({ from, to, texts }): FlowLink => {
    const [source, target] = [nodes.get(from) as FlowNode, nodes.get(to) as FlowNode];
    const back = target.column < source.column;
    const ids = lanes.get(`${from} ${to}`) ?? [];
    const points = ids.flatMap((id, at): Point[] => {
      const begin = beginOf(Math.min(source.column, target.column) + at);
      const side = (middles.get(id) ?? 0) + (back && columns.has(id) ? BESIDE : 0);
      return [
        ...(at === 0 ? [] : [pointAt(begin, side)]),
        ...(at === ids.length - 1 ? [] : [pointAt(begin + along, side)]),
      ];
    });
    return { from: source, to: target, texts, back, points: back ? points.reverse() : points };
  });
  const breadth = 2 * MARGIN + broadest;
  const [width, height] = upright ? [breadth, length] : [length, breadth];
  return { nodes: [...nodes.values()], links: drawn, width, height, upright };
}

/** Returns the drawn line of a link, as an SVG path. */
export function linePath({ points: [start, ...rest] }: FlowLink, upright: boolean): string {
  if (start === undefined) return '';
  let at = start;
  return rest.reduce((path, next, index) => {
    const [a, b] = controls(at, next, upright);
    at = next;
    if (index % 2 === 1) return `${path}L${next.x} ${next.y}`;
    return `${path}C${a.x} ${a.y} ${b.x} ${b.y} ${next.x} ${next.y}`;
  }, `M${start.x} ${start.y}`);
}

/** Points of a curve's piece that are looked at, where one asks what a line passes over. */
const STEPS = 16;

/** Returns points on the drawn line of a link, so near each other that nothing of the size of a text is between them. */
export function pointsOnLine({ points }: FlowLink, upright: boolean): Point[] {
  return points.slice(1).flatMap((next, index) => {
    const at = points[index] ?? next;
    const [a, b] = index % 2 === 0 ? controls(at, next, upright) : [at, next];
    return Array.from({ length: STEPS + 1 }, (_, step) => {
      const t = step / STEPS;
      const on = (from: number, c: number, d: number, to: number) =>
        (1 - t) ** 3 * from + 3 * (1 - t) ** 2 * t * c + 3 * (1 - t) * t ** 2 * d + t ** 3 * to;
      return { x: on(at.x, a.x, b.x, next.x), y: on(at.y, a.y, b.y, next.y) };
    });
  });
}

/** Control points of the curve between two columns, which leaves and arrives at a right angle. */
function controls(from: Point, to: Point, upright: boolean): [Point, Point] {
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
  return upright
    ? [
        { x: from.x, y },
        { x: to.x, y },
      ]
    : [
        { x, y: from.y },
        { x, y: to.y },
      ];
}

/**
 * Adds a lane to each column that a link passes. Returns by `from to` of a link the ids of its accounts and lanes,
 * from left to right.
 */
function addLanes(
  byColumn: readonly string[][],
  links: readonly Joined[],
  columns: ReadonlyMap<string, number>,
): ReadonlyMap<string, readonly string[]> {
  const lanes = new Map<string, readonly string[]>();
  for (const { from, to } of links) {
    const [a = 0, b = 0] = [columns.get(from), columns.get(to)];
    const [left, right, first, last] = a < b ? [from, to, a, b] : [to, from, b, a];
    const between = Array.from({ length: last - first - 1 }, (_, at) => `${from} ${to} ${first + 1 + at}`);
    between.forEach((id, at) => void byColumn[first + 1 + at]?.push(id));
    lanes.set(`${from} ${to}`, [left, ...between, right]);
  }
  return lanes;
}

type Joined = { from: string; to: string; texts: { text: string; times: number }[] };

function joinLinks(transfers: readonly FlowTransfer[]): Joined[] {
  const links = new Map<string, Joined>();
  for (const { from, to, text } of transfers) {
    const key = `${from} ${to}`;
    const link = links.get(key) ?? { from, to, texts: [] };
    links.set(key, link);
    const same = link.texts.find((each) => each.text === text);
    if (same) same.times++;
    else link.texts.push({ text, times: 1 });
  }
  return [...links.values()];
}

/** The column of each account: one further than the furthest that sends to it, circles left out of account. */
function columnsOf(links: readonly Joined[]): Map<string, number> {
  const forward = new Map<string, Set<string>>();
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean => {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return [...(forward.get(from) ?? [])].some((next) => reaches(next, to, seen));
  };
  const columns = new Map<string, number>();
  for (const { from, to } of links) {
    if (!columns.has(from)) columns.set(from, 0);
    if (!columns.has(to)) columns.set(to, 0);
    if (reaches(to, from)) continue;
    forward.set(from, (forward.get(from) ?? new Set()).add(to));
  }
  // Without circles, so many rounds at most settle it.
  for (let round = 0, changed = true; changed && round <= columns.size; round++) {
    changed = false;
    for (const [from, targets] of forward) {
      for (const to of targets) {
        const column = (columns.get(from) ?? 0) + 1;
        if ((columns.get(to) ?? 0) >= column) continue;
        columns.set(to, column);
        changed = true;
      }
    }
  }
  return columns;
}

/** Within each column, accounts and lanes in the order of the mean place of those they are connected with by `chains`. */
function orderColumns(columns: readonly string[][], chains: readonly (readonly string[])[]): string[][] {
  const neighbours = new Map<string, string[]>();
  for (const chain of chains) {
    chain.slice(1).forEach((to, at) => {
      const from = chain[at] ?? to;
      neighbours.set(from, [...(neighbours.get(from) ?? []), to]);
      neighbours.set(to, [...(neighbours.get(to) ?? []), from]);
    });
  }
  let ordered = columns.map((ids) => [...ids]);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const place = new Map<string, number>();
    for (const ids of ordered) ids.forEach((id, at) => void place.set(id, (at + 0.5) / ids.length));
    ordered = ordered.map((ids) => {
      const mean = (id: string) => {
        const its = neighbours.get(id) ?? [];
        return its.reduce((sum, other) => sum + (place.get(other) ?? 0), 0) / Math.max(1, its.length);
      };
      return [...ids].sort((a, b) => mean(a) - mean(b));
    });
  }
  return ordered;
}
