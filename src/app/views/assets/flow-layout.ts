/**
 * Places of the fund-flow graph: accounts in columns, money going from left to
 * right wherever that is possible. Pure, so that it is tested without drawing.
 *
 * Transfers between the same two accounts are one link. A link that would
 * close a circle goes back; all others lead to a column further right. Upright,
 * columns are rows, and money goes from above to below.
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
  /** What went this way, in order; equal texts once, with how often. */
  texts: { text: string; times: number }[];
  /** It leads to a column that is not further right. */
  back: boolean;
};
export type FlowLayout = {
  nodes: FlowNode[];
  links: FlowLink[];
  width: number;
  height: number;
  upright: boolean;
};

export const NODE = { width: 168, height: 30 } as const;
/** Between columns, where the texts of links are, and between the accounts of a column, px. */
const GAPS = { aside: { column: 150, place: 22 }, upright: { column: 46, place: 28 } } as const;
const MARGIN = 24;
/** Below the accounts, and right of upright ones, for what goes back and its texts, px. */
const BACK_ROOM = { below: 24, beside: 150 } as const;
/** Sweeps over the columns that put neighbours near each other. */
const SWEEPS = 6;

/** Computes the layout. Quadratic in the number of links, of which there are some hundreds at most. */
export function layOutFlow(transfers: readonly FlowTransfer[], upright = false): FlowLayout {
  const links = joinLinks(transfers);
  const columns = columnsOf(links);
  const last = Math.max(-1, ...columns.values());
  const byColumn = Array.from({ length: last + 1 }, (): string[] => []);
  for (const [id, column] of columns) byColumn[column]?.push(id);
  const ordered = orderColumns(byColumn, links);
  const tallest = Math.max(0, ...ordered.map((ids) => ids.length));
  const gaps = upright ? GAPS.upright : GAPS.aside;
  const [along, across] = upright ? [NODE.height, NODE.width] : [NODE.width, NODE.height];
  const nodes = new Map<string, FlowNode>();
  ordered.forEach((ids, column) => {
    const before = ((tallest - ids.length) * (across + gaps.place)) / 2;
    ids.forEach((id, place) => {
      const main = MARGIN + column * (along + gaps.column);
      const side = MARGIN + before + place * (across + gaps.place);
      nodes.set(id, { id, column, place, ...(upright ? { x: side, y: main } : { x: main, y: side }) });
    });
  });
  const length = 2 * MARGIN + Math.max(1, ordered.length) * (along + gaps.column) - gaps.column;
  const breadth = 2 * MARGIN + Math.max(1, tallest) * (across + gaps.place) - gaps.place;
  const drawn = links.map(({ from, to, texts }): FlowLink => {
    const [source, target] = [nodes.get(from) as FlowNode, nodes.get(to) as FlowNode];
    return { from: source, to: target, texts, back: target.column <= source.column };
  });
  const goesBack = drawn.some(({ back }) => back);
  return {
    nodes: [...nodes.values()],
    links: drawn,
    width: upright ? breadth + (goesBack ? BACK_ROOM.beside : 0) : length,
    height: upright ? length : breadth + (goesBack ? BACK_ROOM.below : 0),
    upright,
  };
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

/** Within each column, accounts in the order of the mean place of those they deal with. */
function orderColumns(columns: readonly string[][], links: readonly Joined[]): string[][] {
  const neighbours = new Map<string, string[]>();
  for (const { from, to } of links) {
    neighbours.set(from, [...(neighbours.get(from) ?? []), to]);
    neighbours.set(to, [...(neighbours.get(to) ?? []), from]);
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
