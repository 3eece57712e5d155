/**
 * Logs of a receipt as rows of a trace that came without logs.
 *
 * A receipt names the emitter of a log, not the frame. Where only one frame
 * that was not undone ran as the emitter, the log belongs to it, though not
 * where among its calls: it stands after them. Where several did, the log
 * stands at the end of the root, and the limitation says so.
 */

import { hexToBytes } from '../chain/hex';
import type { Address, Selector } from '../chain/primitives';
import type { Log } from '../chain/transaction';
import { countOf } from '../format/plural';
import { RowFlag, type RowIndex, RowKind, type Trace, type TraceRows } from './rows';

/** Returns `trace` with a row for each of `logs`, or `trace` itself when there is none. Linear in rows and logs. */
export function addReceiptLogs(trace: Trace, logs: readonly Log[]): Trace {
  if (logs.length === 0 || trace.rows.length === 0) return trace;
  const frameOf = onlyFrames(trace);
  const owners = logs.map(({ address }) => frameOf.get(address) ?? -1);
  const unplaced = owners.filter((owner) => owner < 0).length;
  const inserts = owners
    .map((owner, log) => ({ log, owner: Math.max(owner, 0), at: trace.rows.subtreeEnd[Math.max(owner, 0)] }))
    // What ends at the same row: the innermost frame's logs first.
    .sort((a, b) => a.at - b.at || trace.rows.depth[b.owner] - trace.rows.depth[a.owner] || a.log - b.log);
  const columns = insertRows(trace, inserts);
  return fillLogs(
    { ...trace, rows: columns.rows, limitations: [...trace.limitations, limitation(logs.length, unplaced)] },
    logs,
    columns.rowOfLog,
  );
}

/**
 * Returns log rows in the order in which they were emitted, as the receipt has
 * them: where a row stands among the calls may not tell. As they came when they
 * are not the receipt's logs, as those of calls that were undone.
 */
export function inOrderEmitted(trace: Trace, rows: readonly RowIndex[], logs: readonly Log[]): readonly RowIndex[] {
  if (rows.length !== logs.length) return rows;
  // What one contract emits stands in order in any trace.
  const byEmitter = new Map<Address, RowIndex[]>();
  for (const row of rows.toReversed()) {
    const emitter = trace.addresses[trace.rows.from[row]];
    const known = byEmitter.get(emitter);
    if (known) known.push(row);
    else byEmitter.set(emitter, [row]);
  }
  const ordered = logs.flatMap(({ address }) => byEmitter.get(address)?.pop() ?? []);
  return ordered.length === rows.length ? ordered : rows;
}

/** For each address, the one frame that ran as it and could log; -1 where several did. */
function onlyFrames({ rows, addresses }: Trace): Map<Address, number> {
  const found = new Map<Address, number>();
  for (let row = 0; row < rows.length; row++) {
    const kind = rows.kind[row];
    const runs = kind <= RowKind.create2 && kind !== RowKind.staticcall;
    if (!runs || (rows.flags[row] & (RowFlag.failed | RowFlag.undone)) !== 0) continue;
    // Delegated code runs, and logs, as its caller.
    const delegated = kind === RowKind.delegatecall || kind === RowKind.callcode;
    const context = delegated ? rows.from[row] : rows.to[row];
    if (context < 0) continue;
    const address = addresses[context];
    found.set(address, found.has(address) ? -1 : row);
  }
  return found;
}

function limitation(count: number, unplaced: number): string {
  const events = countOf(count, 'event');
  const rest =
    unplaced === 0
      ? ''
      : ` ${unplaced.toLocaleString('en')} of them, whose call is not known, at the end of the first call.`;
  return `The node reports no events with its calls, so the receipt's ${events} stand after the calls of the contract that emitted them.${rest}`;
}

type Insert = { log: number; owner: number /** Old row it stands before. */; at: number };

/** Copies the columns with an empty log row at each insert, and says where each log's row is. */
function insertRows({ rows }: Trace, inserts: readonly Insert[]): { rows: TraceRows; rowOfLog: Int32Array } {
  const length = rows.length + inserts.length;
  const source = new Int32Array(length).fill(-1); // old row, -1 for a log
  const newRow = new Int32Array(rows.length);
  const rowOfLog = new Int32Array(inserts.length);
  let next = 0;
  let insert = 0;
  for (let old = 0; old <= rows.length; old++) {
    for (; insert < inserts.length && inserts[insert].at === old; insert++) rowOfLog[inserts[insert].log] = next++;
    if (old === rows.length) break;
    source[next] = old;
    newRow[old] = next++;
  }
  const copy = emptyRows(length);
  const names = Object.keys(copy).filter((name) => name !== 'length') as Exclude<keyof TraceRows, 'length'>[];
  for (const name of names) {
    for (let row = 0; row < length; row++) if (source[row] >= 0) copy[name][row] = rows[name][source[row]];
  }
  for (let row = 0; row < length; row++) {
    if (source[row] >= 0 && copy.parent[row] >= 0) copy.parent[row] = newRow[copy.parent[row]];
  }
  for (const { log, owner } of inserts) {
    copy.parent[rowOfLog[log]] = newRow[owner];
    copy.depth[rowOfLog[log]] = rows.depth[owner] + 1;
  }
  fillSubtreeEnds(copy);
  return { rows: copy, rowOfLog };
}

function fillSubtreeEnds({ length, parent, subtreeEnd }: TraceRows): void {
  for (let row = 0; row < length; row++) subtreeEnd[row] = row + 1;
  for (let row = length - 1; row > 0; row--) {
    if (subtreeEnd[row] > subtreeEnd[parent[row]]) subtreeEnd[parent[row]] = subtreeEnd[row];
  }
}

/** Writes the logs into their rows, their bytes at the end of the payload. */
function fillLogs(trace: Trace, logs: readonly Log[], rowOfLog: Int32Array): Trace {
  const { rows } = trace;
  const addresses = [...trace.addresses];
  const selectors = [...trace.selectors];
  const indexOfAddress = new Map(addresses.map((address, index) => [address, index]));
  const indexOfSelector = new Map(selectors.map((selector, index) => [selector, index]));
  const bytes = logs.map((log) => hexToBytes(`0x${[...log.topics, log.data].map((part) => part.slice(2)).join('')}`));
  const payload = new Uint8Array(trace.payload.length + bytes.reduce((sum, { length }) => sum + length, 0));
  payload.set(trace.payload);
  let end = trace.payload.length;
  logs.forEach((log, index) => {
    const row = rowOfLog[index];
    rows.kind[row] = RowKind.log;
    rows.from[row] = intern(log.address, addresses, indexOfAddress);
    rows.to[row] = -1;
    rows.value[row] = -1;
    rows.error[row] = -1;
    rows.gas[row] = Number.NaN;
    rows.gasUsed[row] = Number.NaN;
    rows.selector[row] =
      log.topics.length === 0 ? -1 : intern(log.topics[0].slice(0, 10) as Selector, selectors, indexOfSelector);
    rows.inputStart[row] = end;
    rows.inputLength[row] = bytes[index].length;
    rows.outputStart[row] = log.topics.length;
    rows.outputLength[row] = 0;
    payload.set(bytes[index], end);
    end += bytes[index].length;
  });
  return { ...trace, addresses, selectors, payload };
}

function intern<T>(value: T, values: T[], indexes: Map<T, number>): number {
  const known = indexes.get(value);
  if (known !== undefined) return known;
  indexes.set(value, values.length);
  return values.push(value) - 1;
}

function emptyRows(length: number): TraceRows {
  return {
    length,
    kind: new Uint8Array(length),
    flags: new Uint8Array(length),
    depth: new Uint16Array(length),
    parent: new Int32Array(length),
    subtreeEnd: new Int32Array(length),
    from: new Int32Array(length),
    to: new Int32Array(length),
    value: new Int32Array(length),
    selector: new Int32Array(length),
    error: new Int32Array(length),
    gas: new Float64Array(length),
    gasUsed: new Float64Array(length),
    inputStart: new Uint32Array(length),
    inputLength: new Uint32Array(length),
    outputStart: new Uint32Array(length),
    outputLength: new Uint32Array(length),
  };
}
