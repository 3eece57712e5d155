/** The answers of an opened transaction that its page shows on all tabs: facts and text are both made of these. */

import type { Transaction } from '../../src/core/chain/transaction';
import type { PaidFees } from '../../src/core/replay/paid-fees';
import { RowKind } from '../../src/core/trace/rows';
import { ALL_SHOWN } from '../../src/core/trace/toggles';
import type { Failure } from '../../src/core/values/failure';
import type { Result } from '../../src/core/values/result';
import type { Engine } from '../../src/workers/engine';
import type { TraceHandle } from '../../src/workers/ids';
import type { TraceSummary } from '../../src/workers/trace/open-trace.api';
import type { RowView, VisibleIndex } from '../../src/workers/trace/rows.api';
import type { SlotVariables } from '../../src/workers/trace/source-trace.api';
import type { AuthorizationOutcome } from '../../src/workers/trace/steps.api';
import type { EventView, StateChanges, Transfers } from '../../src/workers/trace/views.api';
import { JOB } from './open-chain';

/**
 * Limits of the answer: rows no deeper than `depth`, at most `rows` of them and of events, with accesses to storage or
 * without.
 */
export type Wanted = { depth: number; rows: number; storage: boolean };

/** The first rows of a list, read page by page when somebody reads them: a large transaction's are larger than all else of it. */
export type Pages<T> = {
  /** All there are. */
  count: number;
  /** Number of entries in the pages. */
  shown: number;
  pages: AsyncIterable<readonly T[]>;
};

export type MinedAnswers = {
  calls: Pages<RowView>;
  events: Pages<EventView>;
  /** What the authorisations came to; absent where there are none, and where the transaction was not executed here. */
  authorizations?: readonly AuthorizationOutcome[];
  /** What was paid on a chain with fees of its own; absent on chains of Ethereum's rules, whose receipts say it all. */
  paid?: PaidFees;
  transfers: Transfers;
  state: Result<StateChanges, Failure>;
  /** Empty where no source names a slot. */
  variables: readonly SlotVariables[];
};

/** Rows, events and internal calls of one answer (rows.api.ts, views.api.ts). */
const WINDOW = 500;
const EVENTS = 200;
const VALUES = 50;

/** Asks an open trace whose tree is expanded. Its toggles are to stay as they are until the pages are read. */
export async function readMined(
  { trace }: Pick<Engine, 'trace'>,
  { handle, verification }: TraceSummary,
  { authorizationList = [] }: Transaction,
  wanted: Wanted,
): Promise<MinedAnswers> {
  const variables = await trace.storageVariables(handle);
  const paid = verification?.checked?.rules?.family === undefined ? undefined : await trace.paidFees(handle);
  const authorized = authorizationList.length > 0 ? await trace.authorizations(handle) : undefined;
  const balanced = await trace.balancedTransfers(JOB, handle);
  return {
    calls: await rowsOf(trace, handle, wanted),
    events: await eventsOf(trace, handle, wanted.rows),
    ...(authorized?.ok && { authorizations: authorized.value }),
    ...(paid?.ok && { paid: paid.value }),
    transfers: balanced.ok ? balanced.value : await trace.settledTransfers(handle),
    state: await trace.stateChanges(handle),
    variables: variables.ok ? variables.value : [],
  };
}

async function rowsOf(
  trace: Engine['trace'],
  handle: TraceHandle,
  { depth, rows: most, storage }: Wanted,
): Promise<Pages<RowView>> {
  await trace.setToggles(handle, { ...ALL_SHOWN, storage });
  const { visibleCount } = await trace.view(handle);
  const chosenAt = async (start: number) =>
    (await trace.rows(handle, start as VisibleIndex, WINDOW)).rows.filter((row) => row.depth <= depth);
  async function* windows(): AsyncGenerator<readonly RowView[]> {
    for (let start = 0, left = most; start < visibleCount && left > 0; start += WINDOW) {
      const found = (await chosenAt(start)).slice(0, left);
      left -= found.length;
      const unread = found.filter((row) => row.kind === RowKind.internal && row.unread).map(({ row }) => row);
      for (let at = 0; at < unread.length; at += VALUES) await trace.rowValues(handle, unread.slice(at, at + VALUES));
      yield unread.length === 0 ? found : (await chosenAt(start)).slice(0, found.length);
    }
  }
  let count = depth === Number.POSITIVE_INFINITY ? visibleCount : 0;
  if (depth < Number.POSITIVE_INFINITY)
    for (let start = 0; start < visibleCount; start += WINDOW) count += (await chosenAt(start)).length;
  return { count, shown: Math.min(count, most), pages: windows() };
}

async function eventsOf(trace: Engine['trace'], handle: TraceHandle, most: number): Promise<Pages<EventView>> {
  const pageAt = (start: number) => trace.events(handle, { undone: false }, start, Math.min(EVENTS, most - start));
  const first = await pageAt(0);
  const shown = Math.min(first.count, most);
  async function* pages(): AsyncGenerator<readonly EventView[]> {
    let { events } = first;
    for (let start = 0; events.length > 0; ) {
      yield events;
      start += events.length;
      if (start >= shown) return;
      ({ events } = await pageAt(start));
    }
  }
  return { count: first.count, shown, pages: pages() };
}
