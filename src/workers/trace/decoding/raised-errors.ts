/** Which contract speaks in a row, which is called with bytes, and which raised the error that a row failed with. */
import { bytesToHex } from '../../../core/chain/hex';
import type { Address } from '../../../core/chain/primitives';
import { isFrameKind } from '../../../core/trace/failures';
import { fromOf, inputOf, outputOf, toOf } from '../../../core/trace/row-fields';
import { RowFlag, type RowIndex, RowKind, rowIndex, type Trace } from '../../../core/trace/rows';

/** Direct callees that are looked at for the failure that an error was handed on from. */
const MAX_CALLEES = 64;
/** Failed frames whose errors are looked for in bytes. */
const MAX_FAILED = 1_000;
/** Bytes of a call that others may hold, and how many calls are kept. */
const MAX_BYTES = 4_096;
const MAX_CALLS = 1_000;

/** Returns the contract whose code speaks in a row: of a delegatecall and of a log, the one it runs for. */
export function holderOf(trace: Trace, row: RowIndex): Address | undefined {
  const kind = trace.rows.kind[row];
  const isForCaller = kind === RowKind.log || kind === RowKind.delegatecall || kind === RowKind.callcode;
  return isForCaller ? fromOf(trace, row) : toOf(trace, row);
}

/** Returns the frame whose code raised the error that `row` failed with: the innermost that failed with the same bytes. */
export function originOfError(trace: Trace, row: RowIndex): RowIndex {
  const { flags, subtreeEnd } = trace.rows;
  const output = outputOf(trace, row);
  let child = row + 1;
  for (let seen = 0; child < subtreeEnd[row] && seen < MAX_CALLEES; seen++) {
    if ((flags[child] & RowFlag.failed) !== 0 && haveSameBytes(outputOf(trace, rowIndex(child)), output))
      return originOfError(trace, rowIndex(child));
    child = subtreeEnd[child];
  }
  return row;
}

/** Returns failed frames by the hex of what they failed with, of several with the same the outermost. */
export function failedOutputs(trace: Trace): ReadonlyMap<string, RowIndex> {
  const { rows } = trace;
  const failed = new Map<string, RowIndex>();
  for (let row = 0; row < rows.length && failed.size < MAX_FAILED; row++) {
    const length = rows.outputLength[row];
    if ((rows.flags[row] & RowFlag.failed) === 0 || length < 4) continue;
    const bytes = bytesToHex(outputOf(trace, rowIndex(row)));
    if (!failed.has(bytes)) failed.set(bytes, rowIndex(row));
  }
  return failed;
}

/** Returns whom a trace calls with which bytes, by their hex; undefined for bytes that several contracts are called with. */
export function calleesByInput(trace: Trace): ReadonlyMap<string, Address | undefined> {
  const { rows } = trace;
  const callees = new Map<string, Address | undefined>();
  for (let row = 1; row < rows.length && callees.size < MAX_CALLS; row++) {
    const length = rows.inputLength[row];
    const isCall = isFrameKind(rows.kind[row]) && rows.kind[row] !== RowKind.delegatecall;
    if (!isCall || length < 4 || length > MAX_BYTES) continue;
    const [bytes, to] = [bytesToHex(inputOf(trace, rowIndex(row))), toOf(trace, rowIndex(row))];
    callees.set(bytes, callees.has(bytes) && callees.get(bytes) !== to ? undefined : to);
  }
  return callees;
}

function haveSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.length > 0 && a.every((byte, at) => byte === b[at]);
}
