/** The events of an open trace: found by name and emitter, decoded in windows. */

import { plainList } from '../../../core/abi/plain-text';
import { bytesToHex } from '../../../core/chain/hex';
import type { Address } from '../../../core/chain/primitives';
import { csvLine } from '../../../core/format/csv';
import { inOrderEmitted } from '../../../core/trace/receipt-logs';
import { fromOf, logOf } from '../../../core/trace/row-fields';
import { RowFlag, type RowIndex, RowKind, rowIndex, type Trace } from '../../../core/trace/rows';
import { logDetail, rowView } from '../rows/row-view';
import type { TraceSession } from '../trace-session';
import type { EventQuery, EventView, EventWindow } from '../views.api';

const MAX_AT_ONCE = 200;
/** Bytes of data an event of a window carries. */
const WINDOW_BYTES = 16_384;
const TEXT_LIMIT = 2_000;

type Listed = {
  /** All events in the order they were emitted; the index of a row here is its place. */
  rows: readonly RowIndex[];
  /** Name of each, '' for those nobody can name. */
  names: readonly string[];
};

/** Returns a window of the events. Linear in the rows of the trace; decodes one event of each kind, and the window. */
export async function listEvents(
  session: TraceSession,
  query: EventQuery,
  start: number,
  count: number,
): Promise<EventWindow> {
  const listed = await list(session);
  const found = find(session, listed, query);
  const first = Math.max(0, Math.floor(start));
  const window = found.slice(first, first + Math.max(0, Math.min(Math.ceil(count), MAX_AT_ONCE)));
  const undone = listed.rows.filter((row) => isUndone(session, row)).length;
  return {
    count: found.length,
    emitted: listed.rows.length - undone,
    undone,
    ...tally(session, listed, query.undone === true),
    start: first,
    events: window.map(
      (at): EventView => ({
        ...logDetail(session.showing, rowIndex(listed.rows[at]), TEXT_LIMIT, WINDOW_BYTES),
        index: at,
      }),
    ),
  };
}

const HEADER = ['index', 'row', 'contract', 'contractName', 'event', 'parameters', 'undone', 'topics', 'data'];

export async function eventsAsCsv(session: TraceSession, query: EventQuery): Promise<string> {
  const listed = await list(session);
  const lines = [csvLine(HEADER)];
  for (const at of find(session, listed, query)) {
    const row = rowIndex(listed.rows[at]);
    const view = rowView(session.showing, row, TEXT_LIMIT);
    const { topics, data } = logOf(session.trace, row);
    lines.push(
      csvLine([
        at,
        view.depthId,
        view.from,
        view.fromName?.text,
        view.functionName?.text,
        view.inputs && plainList(view.inputs),
        view.undone ? 'yes' : 'no',
        topics.join(' '),
        bytesToHex(data),
      ]),
    );
  }
  return lines.join('');
}

/** Log rows in the order they were emitted, by trace. */
const orders = new WeakMap<Trace, Promise<readonly RowIndex[]>>();

function inOrder(session: TraceSession): Promise<readonly RowIndex[]> {
  const { trace } = session;
  const order = orders.get(trace) ?? findOrder(session);
  orders.set(trace, order);
  return order;
}

async function findOrder({ trace, opened }: TraceSession): Promise<readonly RowIndex[]> {
  const { rows, source } = trace;
  const logs: RowIndex[] = [];
  for (let row = 0; row < rows.length; row++) if (rows.kind[row] === RowKind.log) logs.push(rowIndex(row));
  if (source === 'replay') return logs;
  // Where the receipt cannot be had, the events stay in the order in which the node put them.
  const receipt = await opened.wholeReceipt(new AbortController().signal);
  return receipt.ok ? inOrderEmitted(trace, logs, receipt.value.logs) : logs;
}

async function list(session: TraceSession): Promise<Listed> {
  const { rows } = session.trace;
  const found = await inOrder(session);
  // Equal emitter, topic and number of topics are one kind of event, and are named alike.
  const known = new Map<string, string>();
  const names = found.map((row) => {
    const parent = rows.parent[row];
    const kind = `${rows.from[row]} ${rows.selector[row]} ${rows.outputStart[row]} ${parent < 0 ? -1 : rows.to[parent]}`;
    let name = known.get(kind);
    if (name === undefined) {
      name = rowView(session.showing, row).functionName?.text ?? '';
      known.set(kind, name);
    }
    return name;
  });
  return { rows: found, names };
}

/** Places of the events the query finds. */
function find(session: TraceSession, { rows, names }: Listed, query: EventQuery): number[] {
  const found: number[] = [];
  rows.forEach((row, at) => {
    if (query.undone !== true && isUndone(session, row)) return;
    if (query.name !== undefined && names[at] !== query.name) return;
    if (query.contract !== undefined && fromOf(session.trace, row) !== query.contract) return;
    found.push(at);
  });
  return found;
}

function tally(
  session: TraceSession,
  { rows, names }: Listed,
  withUndone: boolean,
): Pick<EventWindow, 'names' | 'contracts'> {
  const byName = new Map<string, number>();
  const byContract = new Map<Address, number>();
  rows.forEach((row, at) => {
    if (!withUndone && isUndone(session, row)) return;
    const name = names[at] ?? '';
    if (name !== '') byName.set(name, (byName.get(name) ?? 0) + 1);
    const emitter = fromOf(session.trace, row);
    byContract.set(emitter, (byContract.get(emitter) ?? 0) + 1);
  });
  return {
    names: [...byName].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count),
    contracts: [...byContract]
      .map(([address, count]) => {
        const name = session.knowledge.contracts.name(address);
        return { address, ...(name === undefined ? {} : { name }), count };
      })
      .sort((a, b) => b.count - a.count),
  };
}

function isUndone({ trace }: TraceSession, row: RowIndex): boolean {
  return (trace.rows.flags[row] & RowFlag.undone) !== 0;
}
