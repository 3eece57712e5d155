/** What the columns say of one row: its addresses, bytes, and the code that ran. */

import { bytesToHash } from '../chain/hex';
import type { Address, Hash, Selector } from '../chain/primitives';
import { RowFlag, type RowIndex, RowKind, rowIndex, type Trace } from './rows';

/** Frames below a call that are looked at for the delegatecall of a proxy: a beacon or an access check may come first. */
const PROXY_CALLEES = 8;
const MAX_HOPS = 4;
/** Bytes of a selector. */
const SELECTOR = 4;

export function fromOf(trace: Trace, row: RowIndex): Address {
  return trace.addresses[trace.rows.from[row]];
}

/** Returns the callee or created contract; undefined for a log and for a create that failed early. */
export function toOf(trace: Trace, row: RowIndex): Address | undefined {
  const index = trace.rows.to[row];
  return index < 0 ? undefined : trace.addresses[index];
}

export function isLog(trace: Trace, row: RowIndex): boolean {
  return trace.rows.kind[row] === RowKind.log;
}

export function isCreate(trace: Trace, row: RowIndex): boolean {
  const kind = trace.rows.kind[row];
  return kind === RowKind.create || kind === RowKind.create2;
}

/** Returns the contracts that the transaction itself made. Linear in the rows. */
export function createdIn(trace: Trace): Set<Address> {
  const { rows, addresses } = trace;
  const created = new Set<Address>();
  for (let row = 0; row < rows.length; row++)
    if (isCreate(trace, rowIndex(row)) && rows.to[row] >= 0) created.add(addresses[rows.to[row]]);
  return created;
}

export function selectorOf(trace: Trace, row: RowIndex): Selector | undefined {
  const index = trace.rows.selector[row];
  return index < 0 ? undefined : trace.selectors[index];
}

/** Returns the calldata or init code; of a log, its topics and then its data. Not copied. */
export function inputOf(trace: Trace, row: RowIndex): Uint8Array {
  const { inputStart, inputLength } = trace.rows;
  return trace.payload.subarray(inputStart[row], inputStart[row] + inputLength[row]);
}

/** Returns the returndata, revert data or runtime bytecode; empty for a log. Not copied. */
export function outputOf(trace: Trace, row: RowIndex): Uint8Array {
  const { outputStart, outputLength } = trace.rows;
  return trace.payload.subarray(outputStart[row], outputStart[row] + outputLength[row]);
}

/** Returns the topics and data of a log. */
export function logOf(trace: Trace, row: RowIndex): { topics: Hash[]; data: Uint8Array } {
  const input = inputOf(trace, row);
  const count = trace.rows.outputStart[row];
  const topics = Array.from({ length: count }, (_, topic) => bytesToHash(input.subarray(topic * 32, topic * 32 + 32)));
  return { topics, data: input.subarray(count * 32) };
}

/** Returns the rows of the logs that were not undone, ascending. Linear in the rows. */
export function lastingLogs({ rows }: Trace): RowIndex[] {
  const found: RowIndex[] = [];
  for (let row = 0; row < rows.length; row++) {
    const isUndone = (rows.flags[row] & (RowFlag.undone | RowFlag.failed)) !== 0;
    if (rows.kind[row] === RowKind.log && !isUndone) found.push(rowIndex(row));
  }
  return found;
}

/**
 * Returns the addresses whose code ran in a frame, the outermost first: of a
 * proxy, the proxy and then what it handed its calldata on to, as this very
 * trace shows it. So it is right for the block of the transaction, whatever
 * the proxy points to today.
 */
export function codesOf(trace: Trace, row: RowIndex): Address[] {
  const codes: Address[] = [];
  let at: RowIndex | undefined = row;
  while (at !== undefined && codes.length <= MAX_HOPS) {
    const to = toOf(trace, at);
    if (to !== undefined) codes.push(to);
    at = forwarded(trace, at);
  }
  return codes;
}

/** Returns the frame that handed its whole calldata to this delegatecall, as proxies do; undefined where there is none. */
export function forwarderOf(trace: Trace, row: RowIndex): RowIndex | undefined {
  const parent = trace.rows.parent[row];
  return parent >= 0 && forwarded(trace, rowIndex(parent)) === row ? rowIndex(parent) : undefined;
}

/** Finds the delegatecall by which a frame handed its whole calldata on, with or without more behind it; undefined when it did not. */
function forwarded(trace: Trace, row: RowIndex): RowIndex | undefined {
  const { kind, subtreeEnd, inputLength } = trace.rows;
  if (isLog(trace, row) || isCreate(trace, row) || inputLength[row] === 0) return undefined;
  let child = row + 1;
  for (let seen = 0; seen < PROXY_CALLEES && child < subtreeEnd[row]; seen++) {
    if (kind[child] === RowKind.delegatecall && beginsAlike(trace, row, child)) return rowIndex(child);
    child = subtreeEnd[child];
  }
  return undefined;
}

/** Tells whether the input of one row is that of the other, or its beginning: some clones put their arguments behind what they hand on. */
function beginsAlike(trace: Trace, one: number, other: number): boolean {
  const { inputStart, inputLength } = trace.rows;
  if (inputLength[other] < inputLength[one]) return false;
  if (inputLength[one] < SELECTOR && inputLength[other] !== inputLength[one]) return false;
  for (let at = 0; at < inputLength[one]; at++) {
    if (trace.payload[inputStart[one] + at] !== trace.payload[inputStart[other] + at]) return false;
  }
  return true;
}
