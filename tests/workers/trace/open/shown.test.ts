import { expect, test } from 'vitest';
import type { Address, Hash } from '../../../../src/core/chain/primitives';
import { failure } from '../../../../src/core/values/failure';
import type { TransactionRecord } from '../../../../src/workers/chain/chain.api';
import type { TraceHandle } from '../../../../src/workers/ids';
import { ASKING, type Shown, type ShownEvent, shown } from '../../../../src/workers/trace/open/opening';
import type { OpenedTrace } from '../../../../src/workers/trace/open-trace.api';
import { minedReceipt, minedTransaction } from '../../../app/transaction/records';

const record = (change: Partial<TransactionRecord> = {}): TransactionRecord => ({
  transaction: minedTransaction(),
  receipt: minedReceipt(),
  origin: 'endpoint',
  fetchedAt: 1,
  ...change,
});
const pending = (): TransactionRecord => ({ transaction: minedTransaction(), origin: 'endpoint', fetchedAt: 1 });
const elsewhere = { receipt: minedReceipt({ blockHash: `0x${'c2'.repeat(32)}` as Hash }) };

/** As much of an open trace as a page's state depends on. */
const opened = (handle: number, more: Partial<OpenedTrace> = {}) =>
  ({ handle: handle as TraceHandle, first: { outcome: { status: 'success' } }, ...more }) as OpenedTrace;

const after = (...actions: ShownEvent[]): Shown => actions.reduce(shown, ASKING);

const down = failure('endpointDown', 'Nobody answers.');
const event = (given: Extract<ShownEvent, { type: 'event' }>['event']) => ({ type: 'event', event: given }) as const;

test('a mined transaction is on its way until its trace is open', () => {
  expect(ASKING).toMatchObject({ asking: true, trace: { state: 'none' } });
  const known = after({ type: 'record', record: record() });
  expect(known).toMatchObject({ record: record(), trace: { state: 'opening', progress: undefined } });
  const open = shown(known, { type: 'opened', trace: opened(1) });
  expect(open.trace).toMatchObject({ state: 'open', known: 0, summary: { handle: 1 } });
  const ended = shown(open, { type: 'ended', result: { ok: true, value: undefined } });
  expect(ended).toMatchObject({ asking: false, failure: undefined, trace: { state: 'open' } });
});

test('a pending one has no trace before it is in a block', () => {
  const waiting = after({ type: 'record', record: pending() });
  expect(waiting.trace).toEqual({ state: 'none' });
  expect(shown(waiting, { type: 'record', record: record() }).trace.state).toBe('opening');
});

test('that a kept record is confirmed changes nothing on the screen', () => {
  const kept = after({ type: 'record', record: record({ origin: 'cache' }) }, { type: 'opened', trace: opened(1) });
  const confirmed = shown(kept, { type: 'record', record: record() });
  expect(confirmed.trace).toBe(kept.trace);
  expect(confirmed.changed).toBeUndefined();
});

test('a record that was another, as from a forged file, is said to be, field by field', () => {
  const forged = { ...minedTransaction(), value: 10n ** 21n, to: `0x${'5e'.repeat(20)}` as Address };
  const kept = after({ type: 'record', record: record({ origin: 'cache', transaction: forged }) });
  const confirmed = shown(kept, { type: 'record', record: record() });
  expect(confirmed.changed).toEqual({ kind: 'fields', fields: ['to', 'value'] });
});

test('a record in another block says so, and its trace follows anew', () => {
  const moved = after(
    { type: 'record', record: record({ origin: 'cache' }) },
    { type: 'opened', trace: opened(1) },
    { type: 'record', record: record(elsewhere) },
  );
  expect(moved.changed).toEqual({ kind: 'block' });
  expect(moved.trace).toEqual({ state: 'opening', progress: undefined });
  const again = shown(moved, { type: 'opened', trace: opened(2) });
  expect(again).toMatchObject({ changed: moved.changed, trace: { summary: { handle: 2 } } });
});

test('what cannot be confirmed stays, with the reason, until it is', () => {
  const kept = after({ type: 'record', record: record({ origin: 'cache' }) }, { type: 'opened', trace: opened(1) });
  const unconfirmed = shown(kept, { type: 'unconfirmed', failure: down });
  expect(unconfirmed).toMatchObject({ failure: down, trace: { state: 'open' } });
  expect(shown(unconfirmed, { type: 'record', record: record() }).failure).toBeUndefined();
});

test('what the chain took back is in no block and has no trace', () => {
  const kept = after({ type: 'record', record: record({ origin: 'cache' }) }, { type: 'opened', trace: opened(1) });
  const gone = failure('notFound', 'It was taken back.', { gone: 'taken back' });
  const state = shown(kept, { type: 'unconfirmed', failure: gone });
  expect(state).toMatchObject({ failure: gone, trace: { state: 'none' } });
  expect(state.record?.receipt).toBeUndefined();
});

test('where nothing is known, the failure is all there is; with a record it is of the trace', () => {
  const result = { ok: false, error: down } as const;
  expect(after({ type: 'ended', result })).toMatchObject({ record: undefined, failure: down, asking: false });
  expect(after({ type: 'record', record: record() }, { type: 'ended', result })).toMatchObject({
    failure: undefined,
    trace: { state: 'failed', failure: down },
  });
  const open = after({ type: 'record', record: record() }, { type: 'opened', trace: opened(1) });
  expect(shown(open, { type: 'ended', result }).trace).toBe(open.trace);
});

test('progress is of a trace on its way only', () => {
  const progress = { phase: 'Executing it again', done: 1, unit: 'steps' } as const;
  expect(after({ type: 'record', record: record() }, { type: 'progress', progress }).trace).toEqual({
    state: 'opening',
    progress,
  });
  const open = after({ type: 'record', record: record() }, { type: 'opened', trace: opened(1) });
  expect(shown(open, { type: 'progress', progress })).toBe(open);
});

test('events are of the trace they name, and rows of a replay take the place of others in one step', () => {
  const open = after({ type: 'record', record: record() }, { type: 'opened', trace: opened(1, { replaying: true }) });
  const handle = 1 as TraceHandle;
  const outcome = { status: 'failed' } as const;
  const progress = { phase: 'Executing it again', done: 1, unit: 'steps' } as const;
  const other = event({ type: 'replaying', handle: 2 as TraceHandle, progress });
  expect(shown(open, other)).toEqual(open);
  const replaying = shown(open, event({ type: 'replaying', handle, progress }));
  expect(replaying.trace).toMatchObject({ replay: progress, known: 0 });
  const summary = opened(1, { replaying: false, numbering: 2 });
  const replayed = shown(replaying, event({ type: 'replayed', handle, summary, outcome }));
  expect(replayed.trace).toMatchObject({ state: 'open', summary: { numbering: 2 }, outcome, known: 1 });
  expect(replayed.trace).not.toHaveProperty('replay');
  // What is still told of the execution is of no use any more.
  const late = shown(replayed, event({ type: 'replaying', handle, progress }));
  expect(late.trace).toBe(replayed.trace);
});

test('opened once more, the record stays', () => {
  const open = after({ type: 'record', record: record() }, { type: 'opened', trace: opened(1) });
  const again = shown(open, { type: 'reopened' });
  expect(again).toMatchObject({
    attempt: 1,
    asking: true,
    record: record(),
    trace: { state: 'opening', progress: undefined },
  });
  expect(shown(again, { type: 'record', record: record({ origin: 'cache' }) }).changed).toBeUndefined();
  // Nothing was known: the failure stays until something is.
  const unknown = after({ type: 'ended', result: { ok: false, error: down } }, { type: 'reopened' });
  expect(unknown).toMatchObject({ attempt: 1, asking: true, failure: down, trace: { state: 'none' } });
});

test('a trace that is lost is opened once more, three times within a minute', () => {
  const open = after({ type: 'record', record: record() }, { type: 'opened', trace: opened(1) });
  const lost = (...times: number[]) =>
    times.map((at): ShownEvent => ({ type: 'lost', at, failure: down })).reduce(shown, open);
  expect(lost(0, 1_000, 59_000)).toMatchObject({ attempt: 3, asking: true, trace: { state: 'opening' } });
  expect(lost(0, 1_000, 59_000, 59_999)).toMatchObject({ attempt: 3, trace: { state: 'failed', failure: down } });
  expect(lost(0, 1_000, 59_000, 60_000)).toMatchObject({ attempt: 4, trace: { state: 'opening' } });
});

test('a record that the reader had asked for is opened anew only where its block is another, and the engine has ended', () => {
  const opening = after({ type: 'record', record: record() }, { type: 'opened', trace: opened(1) });
  const open = shown(opening, { type: 'ended', result: { ok: true, value: undefined } });
  const same = shown(shown(open, { type: 'unconfirmed', failure: down }), { type: 'record', record: record() });
  expect(same).toMatchObject({ attempt: 0, asking: false, failure: undefined });
  expect(same.trace).toBe(open.trace);
  expect(shown(open, { type: 'record', record: record(elsewhere) })).toMatchObject({
    attempt: 1,
    asking: true,
    record: elsewhere,
    trace: { state: 'opening', progress: undefined },
  });
  expect(shown(open, { type: 'record', record: pending() })).toMatchObject({ attempt: 1, trace: { state: 'none' } });
  expect(shown(opening, { type: 'record', record: record(elsewhere) })).toMatchObject({ attempt: 0, asking: true });
});
