/** The answers of an opened transaction that its page shows on all tabs: facts and text are both made of these. */
import { RowKind } from '../../src/core/trace/rows';
import { ALL_SHOWN } from '../../src/core/trace/toggles';
import type { Failure } from '../../src/core/values/failure';
import type { Result } from '../../src/core/values/result';
import type { Engine } from '../../src/workers/engine';
import type { TraceHandle } from '../../src/workers/ids';
import type { RowView, VisibleIndex } from '../../src/workers/trace/rows.api';
import type { SlotVariables } from '../../src/workers/trace/source-trace.api';
import type { EventView, StateChanges, Transfers } from '../../src/workers/trace/views.api';

/** What is wanted: rows no deeper than `depth`, at most `rows` of them and of events, with accesses to storage or without. */
export type Wanted = { depth: number; rows: number; storage: boolean };

export type MinedAnswers = {
  /** `count` states all there are. */
  calls: { count: number; rows: readonly RowView[] };
  events: { count: number; rows: readonly EventView[] };
  transfers: Transfers;
  state: Result<StateChanges, Failure>;
  /** Empty where no source names a slot. */
  variables: readonly SlotVariables[];
};

/** Rows, events and internal calls of one answer (rows.api.ts, views.api.ts). */
const WINDOW = 500;
const EVENTS = 200;
const VALUES = 50;

/** Asks an open trace whose tree is expanded. */
export async function readMined(
  { trace }: Pick<Engine, 'trace'>,
  handle: TraceHandle,
  wanted: Wanted,
): Promise<MinedAnswers> {
  const variables = await trace.storageVariables(handle);
  return {
    calls: await readRows(trace, handle, wanted),
    events: await readEvents(trace, handle, wanted.rows),
    transfers: await trace.settledTransfers(handle),
    state: await trace.stateChanges(handle),
    variables: variables.ok ? variables.value : [],
  };
}

async function readRows(trace: Engine['trace'], handle: TraceHandle, { depth, rows: most, storage }: Wanted) {
  await trace.setToggles(handle, { ...ALL_SHOWN, storage });
  const { visibleCount } = await trace.view(handle);
  const isWhole = depth === Number.POSITIVE_INFINITY;
  const rows: RowView[] = [];
  let count = 0;
  // Without a bound of the depth all that is shown counts, and what is not told is not read.
  for (let start = 0; start < visibleCount && !(isWhole && rows.length >= most); start += WINDOW) {
    const windowAt = async () => (await trace.rows(handle, start as VisibleIndex, WINDOW)).rows;
    const chosen = (row: RowView) => row.depth <= depth;
    const found = (await windowAt()).filter(chosen);
    count += found.length;
    if (rows.length >= most) continue; // counted alone
    const unread = found.filter((row) => row.kind === RowKind.internal && row.unread).map(({ row }) => row);
    for (let at = 0; at < unread.length; at += VALUES) await trace.rowValues(handle, unread.slice(at, at + VALUES));
    rows.push(...(unread.length === 0 ? found : (await windowAt()).filter(chosen)));
  }
  return { count: isWhole ? visibleCount : count, rows: rows.slice(0, most) };
}

async function readEvents(trace: Engine['trace'], handle: TraceHandle, most: number) {
  const rows: EventView[] = [];
  for (;;) {
    const { count, events } = await trace.events(handle, { undone: false }, rows.length, EVENTS);
    rows.push(...events);
    if (events.length === 0 || rows.length >= Math.min(count, most)) return { count, rows: rows.slice(0, most) };
  }
}
