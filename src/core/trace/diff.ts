/**
 * Two traces aligned: which call or event of one is which of the other.
 *
 *     a                    b                     diff
 *     Router.swap          Router.swap           changed
 *       Oracle.price         Oracle.price          same
 *       Token.transfer       Fee.take              added
 *                            Token.transfer        changed
 *
 * Below two rows that belong together their children are aligned in order,
 * first those whose whole subtrees are equal, then those that call the same
 * function of the same contract, then those that share one of the two. So the
 * work is linear in the rows, but for lists of siblings that differ much, and
 * those are bounded (diff-align.ts). The result does not depend on which trace
 * comes first, but for the order in which added and removed rows stand.
 */
import { alignSiblings } from './diff-align';
import { type DiffKeys, rowKeys } from './diff-keys';
import { isFrameKind } from './failures';
import { RowFlag, type RowIndex, RowKind, rowIndex, type Trace } from './rows';

/** Stable only within a session. */
export const RowChange = {
  same: 0,
  /** The row is in both traces, and something beside the gas differs. */
  changed: 1,
  /** The row is in `b` alone. */
  added: 2,
  /** The row is in `a` alone. */
  removed: 3,
} as const;
export type RowChange = (typeof RowChange)[keyof typeof RowChange];

/** Bits of `differs`, of rows that are in both traces. */
export const RowDifference = {
  kind: 1,
  from: 2,
  to: 4,
  value: 8,
  input: 16,
  output: 32,
  failure: 64,
  /** Gas used; told apart, since it depends on what was warm, and makes no row `changed`. */
  gas: 128,
} as const;

/** Index into the rows of one diff, in the order of the two traces merged. */
export type DiffRows = {
  length: number;
  a: Int32Array; // RowIndex of the first trace, -1 where it has none
  b: Int32Array; // RowIndex of the second trace, -1 where it has none
  change: Uint8Array; // RowChange
  differs: Uint8Array; // RowDifference bits
  depth: Uint16Array; // 0 for the root
  /** 1 where the row, or a row below it, is changed, added or removed. */
  concerned: Uint8Array;
};

export type Tally = { same: number; changed: number; added: number; removed: number };

export type TraceDiff = {
  rows: DiffRows;
  calls: Tally;
  events: Tally;
  /** Rows in both whose gas used differs. */
  gas: number;
  /** Index into `rows` of the first that is not the same, -1 when there is none. */
  first: number;
};

/** Aligns two traces. Their roots always belong together. */
export function diffTraces(a: Trace, b: Trace): TraceDiff {
  const merged = new Merged(a, b);
  merged.run();
  return merged.finish();
}

/** A pair whose children are still to be aligned, or a subtree that one trace alone has. */
type Task = { a: number; b: number; depth: number };

class Merged {
  private readonly keys: DiffKeys;
  private length = 0;
  private readonly columns: Omit<DiffRows, 'length'>;

  constructor(
    private readonly a: Trace,
    private readonly b: Trace,
  ) {
    this.keys = rowKeys(a, b);
    const most = a.rows.length + b.rows.length;
    this.columns = {
      a: new Int32Array(most),
      b: new Int32Array(most),
      change: new Uint8Array(most),
      differs: new Uint8Array(most),
      depth: new Uint16Array(most),
      concerned: new Uint8Array(most),
    };
  }

  run(): void {
    // A stack instead of recursion: traces are up to 1,024 calls deep.
    const open: Task[] = [{ a: 0, b: 0, depth: 0 }];
    for (let task = open.pop(); task !== undefined; task = open.pop()) {
      const { a, b, depth } = task;
      if (a < 0) this.addSubtree(this.b, b, depth, false);
      else if (b < 0) this.addSubtree(this.a, a, depth, true);
      else if (this.keys.a.whole[a] === this.keys.b.whole[b] && isAlike(this.a, a, this.b, b))
        this.addTwins(a, b, depth);
      else {
        this.add(a, b, depth);
        const pairs = alignSiblings(this.keys, childrenOf(this.a, a), childrenOf(this.b, b));
        for (let at = pairs.length - 2; at >= 0; at -= 2)
          open.push({ a: pairs[at], b: pairs[at + 1], depth: depth + 1 });
      }
    }
  }

  /** Two subtrees that are equal row by row, as far as their keys tell; each pair is compared all the same. */
  private addTwins(a: number, b: number, depth: number): void {
    const { length } = subtree(this.a, a);
    const top = this.a.rows.depth[a];
    for (let at = 0; at < length; at++) this.add(a + at, b + at, depth + this.a.rows.depth[a + at] - top);
  }

  private addSubtree(trace: Trace, row: number, depth: number, removed: boolean): void {
    const top = trace.rows.depth[row];
    for (let at = row; at < trace.rows.subtreeEnd[row]; at++) {
      const below = depth + trace.rows.depth[at] - top;
      if (removed) this.add(at, -1, below);
      else this.add(-1, at, below);
    }
  }

  private add(a: number, b: number, depth: number): void {
    const { columns, length } = this;
    columns.a[length] = a;
    columns.b[length] = b;
    columns.depth[length] = depth;
    if (a < 0) columns.change[length] = RowChange.added;
    else if (b < 0) columns.change[length] = RowChange.removed;
    else {
      const differs = differences(this.a, a, this.b, b);
      columns.differs[length] = differs;
      if ((differs & ~RowDifference.gas) !== 0) columns.change[length] = RowChange.changed;
    }
    this.length++;
  }

  finish(): TraceDiff {
    const { length } = this;
    const cut = <T extends { slice(start: number, end: number): T }>(column: T) => column.slice(0, length);
    const { a, b, change, differs, depth, concerned } = this.columns;
    const rows: DiffRows = {
      length,
      a: cut(a),
      b: cut(b),
      change: cut(change),
      differs: cut(differs),
      depth: cut(depth),
      concerned: cut(concerned),
    };
    markConcerned(rows);
    return { rows, ...this.tally(rows) };
  }

  private tally(rows: DiffRows): Omit<TraceDiff, 'rows'> {
    const calls: Tally = { same: 0, changed: 0, added: 0, removed: 0 };
    const events: Tally = { same: 0, changed: 0, added: 0, removed: 0 };
    let gas = 0;
    let first = -1;
    for (let row = 0; row < rows.length; row++) {
      const kind = rows.a[row] < 0 ? this.b.rows.kind[rows.b[row]] : this.a.rows.kind[rows.a[row]];
      const name = CHANGES[rows.change[row]];
      if (isFrameKind(kind)) calls[name]++;
      else if (kind === RowKind.log) events[name]++;
      if ((rows.differs[row] & RowDifference.gas) !== 0) gas++;
      if (first < 0 && rows.change[row] !== RowChange.same) first = row;
    }
    return { calls, events, gas, first };
  }
}

const CHANGES = ['same', 'changed', 'added', 'removed'] as const;

function markConcerned({ length, change, depth, concerned }: DiffRows): void {
  // Backwards, the least depth of a marked row seen since says whether it lies below.
  let marked = 0;
  for (let row = length - 1; row >= 0; row--) {
    if (change[row] === RowChange.same && marked <= depth[row]) {
      // What is marked behind lies beside or above, and stays marked for the rows before.
      continue;
    }
    concerned[row] = 1;
    marked = depth[row];
  }
}

function differences(one: Trace, a: number, other: Trace, b: number): number {
  const x = one.rows;
  const y = other.rows;
  let bits = 0;
  if (x.kind[a] !== y.kind[b]) bits |= RowDifference.kind;
  if (one.addresses[x.from[a]] !== other.addresses[y.from[b]]) bits |= RowDifference.from;
  if (one.addresses[x.to[a]] !== other.addresses[y.to[b]]) bits |= RowDifference.to;
  if ((one.words[x.value[a]] ?? '0x0') !== (other.words[y.value[b]] ?? '0x0')) bits |= RowDifference.value;
  if (!sameBytes(one, x.inputStart[a], x.inputLength[a], other, y.inputStart[b], y.inputLength[b]))
    bits |= RowDifference.input;
  const isLog = x.kind[a] === RowKind.log;
  if (isLog && x.outputStart[a] !== y.outputStart[b]) bits |= RowDifference.input;
  if (!isLog && !sameBytes(one, x.outputStart[a], x.outputLength[a], other, y.outputStart[b], y.outputLength[b]))
    bits |= RowDifference.output;
  if (
    (x.flags[a] & RowFlag.failed) !== (y.flags[b] & RowFlag.failed) ||
    one.texts[x.error[a]] !== other.texts[y.error[b]]
  )
    bits |= RowDifference.failure;
  // Where a source does not state it, nothing is said.
  if (x.gasUsed[a] > y.gasUsed[b] || x.gasUsed[a] < y.gasUsed[b]) bits |= RowDifference.gas;
  return bits;
}

function sameBytes(one: Trace, a: number, length: number, other: Trace, b: number, otherLength: number): boolean {
  if (length !== otherLength) return false;
  for (let at = 0; at < length; at++) if (one.payload[a + at] !== other.payload[b + at]) return false;
  return true;
}

/** Whether two subtrees have the same shape: as many rows, of the same depths and kinds. */
function isAlike(one: Trace, a: number, other: Trace, b: number): boolean {
  const { length } = subtree(one, a);
  if (length !== subtree(other, b).length) return false;
  const shift = one.rows.depth[a] - other.rows.depth[b];
  for (let at = 0; at < length; at++) {
    if (one.rows.kind[a + at] !== other.rows.kind[b + at]) return false;
    if (one.rows.depth[a + at] - other.rows.depth[b + at] !== shift) return false;
  }
  return true;
}

function subtree({ rows }: Trace, row: number): { length: number } {
  return { length: rows.subtreeEnd[row] - row };
}

function childrenOf({ rows }: Trace, row: number): RowIndex[] {
  const children: RowIndex[] = [];
  for (let at = row + 1; at < rows.subtreeEnd[row]; at = rows.subtreeEnd[at]) children.push(rowIndex(at));
  return children;
}
