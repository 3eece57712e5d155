/**
 * Which failures went where.
 *
 * A frame failed when it reverted or halted exceptionally. What its caller did
 * then is not in a call trace; it is read off like this: of a caller that
 * failed too, at most one callee is taken to be the cause, namely the last
 * failed one whose revert data the caller handed on unchanged, or else the
 * caller's last callee when that one failed. That failure *propagated*. Every
 * other failure was *caught*: the caller went on, or failed for a reason of its
 * own later.
 */
import { isCreateKind } from './frame-kind';
import { RowFlag, type RowIndex, RowKind, rowIndex, type Trace, type TraceRows } from './rows';

/** Returns whether rows of this kind are call frames: everything but logs, internal calls and storage accesses. */
export function isFrameKind(kind: number): boolean {
  return kind <= RowKind.selfdestruct;
}

/** Fills `flags` from `error` and the tree. `lasting` are rows that stay whatever failed above them. */
export function markFailures(rows: TraceRows, payload: Uint8Array, lasting: ReadonlySet<number> = new Set()): void {
  const { length, flags, parent, error } = rows;
  const broken = RowFlag.failed | RowFlag.undone;
  let failures = 0;
  for (let row = 0; row < length; row++) {
    let flag: number = row > 0 && (flags[parent[row]] & broken) !== 0 ? RowFlag.undone : 0;
    if (error[row] >= 0) {
      flag |= RowFlag.failed;
      failures++;
    }
    flags[row] = flag;
  }
  if (failures === 0) return;
  const cause = failureCauses(rows, payload);
  for (const row of lasting) flags[row] = 0;
  for (let row = 1; row < length; row++) {
    if (error[row] >= 0 && cause[parent[row]] !== row) flags[row] |= RowFlag.caught;
  }
}

/**
 * Returns the innermost frame whose failure made the transaction fail: from the
 * root downwards, the callee whose failure propagated, as far as it goes. -1
 * when the transaction succeeded.
 */
export function failingRow(trace: Trace): RowIndex {
  if (trace.rows.length === 0 || (trace.rows.flags[0] & RowFlag.failed) === 0) return rowIndex(-1);
  let row = 0;
  for (let next = row; next >= 0; next = propagatedFrom(trace, row)) row = next;
  return rowIndex(row);
}

/** Returns the frame whose failure made the failed frame at `row` fail, -1 when it failed by itself. */
export function propagatedFrom({ rows }: Pick<Trace, 'rows'>, row: number): number {
  for (const child of callees(rows, row)) {
    if (isPropagated(rows, child)) return child;
    if ((rows.flags[child] & RowFlag.failed) === 0 && makesOfItsInput(rows, child) && isPropagated(rows, child + 1))
      return child + 1;
  }
  return -1;
}

function isPropagated({ flags }: TraceRows, row: number): boolean {
  return (flags[row] & (RowFlag.failed | RowFlag.caught)) === RowFlag.failed;
}

function* callees({ subtreeEnd, kind }: TraceRows, row: number): Iterable<number> {
  for (let child = row + 1; child < subtreeEnd[row]; child = subtreeEnd[child])
    if (isFrameKind(kind[child])) yield child;
}

/**
 * Returns whether all that a frame did is to create a contract from its calldata, as the proxy of CREATE3 does. It tells
 * nobody that this failed: whoever called it finds no code.
 */
function makesOfItsInput({ kind, inputLength, outputLength, subtreeEnd, length }: TraceRows, row: number): boolean {
  const made = row + 1;
  return (
    made < length &&
    isCreateKind(kind[made]) &&
    subtreeEnd[made] === subtreeEnd[row] &&
    inputLength[made] === inputLength[row] &&
    outputLength[row] === 0
  );
}

/**
 * For each failed frame, the callee whose failure propagated to it, -1 where it failed by itself. A callee that did not fail
 * has the creation whose failure it kept to itself.
 */
function failureCauses(rows: TraceRows, payload: Uint8Array): Int32Array {
  const cause = new Int32Array(rows.length).fill(-1);
  const lastCallee = new Int32Array(rows.length).fill(-1);
  const isOfCallee = (callee: number, caller: number) =>
    rows.outputLength[callee] > 0 && sameOutput({ rows, payload }, callee, caller);
  for (let row = rows.length - 1; row > 0; row--) {
    if (!isFrameKind(rows.kind[row])) continue;
    const caller = rows.parent[row];
    const isLast = lastCallee[caller] < 0;
    if (isLast) lastCallee[caller] = row;
    if (rows.error[caller] < 0) continue;
    if (rows.error[row] < 0) {
      if (!isLast || !makesOfItsInput(rows, row) || rows.error[row + 1] < 0) continue;
      cause[row] = row + 1;
    }
    const known = cause[caller];
    const sameData = isOfCallee(row, caller);
    if (known < 0 ? isLast || sameData : sameData && !isOfCallee(known, caller)) cause[caller] = row;
  }
  return cause;
}

/** Returns whether two frames gave back the same data. Linear in it. */
export function sameOutput({ rows, payload }: Pick<Trace, 'rows' | 'payload'>, one: number, other: number): boolean {
  const length = rows.outputLength[one];
  if (length !== rows.outputLength[other]) return false;
  const start = rows.outputStart[one];
  const otherStart = rows.outputStart[other];
  for (let at = 0; at < length; at++) if (payload[start + at] !== payload[otherStart + at]) return false;
  return true;
}
