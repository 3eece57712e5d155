import { RowKind, type TreeRows } from './rows';

/** Rows as they arrived: parents before their children, but logs perhaps after calls that came later. */
type ArrivedRows = { length: number; kind: Uint8Array; parent: Int32Array; position: Int32Array };

/**
 * Returns the order in which the machine entered the rows in: row n is the row that arrived at index order[n]. Calls
 * of a frame keep their order; a log comes after as many of them as its position says. Linear, no recursion.
 */
export function enteredOrder(rows: ArrivedRows): Int32Array {
  const { length, parent, position } = rows;
  // Of each frame, the next call and the next log to be placed, as lists through `sibling`.
  const nextCall = new Int32Array(length).fill(-1);
  const nextLog = new Int32Array(length).fill(-1);
  const sibling = new Int32Array(length).fill(-1);
  for (let row = length - 1; row > 0; row--) {
    const heads = rows.kind[row] === RowKind.log ? nextLog : nextCall;
    sibling[row] = heads[parent[row]];
    heads[parent[row]] = row;
  }
  const callsPlaced = new Int32Array(length);
  const order = new Int32Array(length);
  let placed = 1; // the root is row 0
  let frame = length > 0 ? 0 : -1;
  while (frame >= 0) {
    const call = nextCall[frame];
    const log = nextLog[frame];
    if (log >= 0 && (call < 0 || position[log] <= callsPlaced[frame])) {
      nextLog[frame] = sibling[log];
      order[placed++] = log;
    } else if (call >= 0) {
      nextCall[frame] = sibling[call];
      callsPlaced[frame]++;
      order[placed++] = call;
      frame = call;
    } else {
      frame = parent[frame];
    }
  }
  return order;
}

/** Fills `depth` and `subtreeEnd` from `parent`. Rows must stand in the order entered. */
export function fillTree(rows: Pick<TreeRows, 'length' | 'parent' | 'depth' | 'subtreeEnd'>): void {
  const { length, parent, depth, subtreeEnd } = rows;
  for (let row = 0; row < length; row++) {
    depth[row] = parent[row] < 0 ? 0 : Math.min(depth[parent[row]] + 1, 0xffff);
    subtreeEnd[row] = row + 1;
  }
  for (let row = length - 1; row > 0; row--) {
    const above = parent[row];
    if (subtreeEnd[row] > subtreeEnd[above]) subtreeEnd[above] = subtreeEnd[row];
  }
}
