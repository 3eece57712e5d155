import { expect, test } from 'vitest';
import {
  ASKING,
  type OpenTransactionAction,
  type OpenTransactionState,
  openTransaction,
} from '../../../src/app/views/open-trace/open-transaction';
import type { Address, Hash } from '../../../src/core/chain/primitives';
import { failure } from '../../../src/core/values/failure';
import type { TransactionRecord } from '../../../src/workers/chain/chain.api';
import type { TraceHandle } from '../../../src/workers/ids';
import type { OpenedTrace } from '../../../src/workers/trace/open-trace.api';
import { minedReceipt, minedTransaction } from '../transaction/records';

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

const after = (...actions: OpenTransactionAction[]): OpenTransactionState => actions.reduce(openTransaction, ASKING);

const down = failure('endpointDown', 'Nobody answers.');
const event = (given: Extract<OpenTransactionAction, { type: 'event' }>['event']) =>
  ({ type: 'event', event: given }) as const;

test('a mined transaction is on its way until its trace is open', () => {
  expect(after({ type: 'asked' })).toMatchObject({ asking: true, trace: { state: 'none' } });
  const known = after({ type: 'asked' }, { type: 'record', record: record() });
  expect(known).toMatchObject({ record: record(), trace: { state: 'opening', progress: undefined } });
  const open = openTransaction(known, { type: 'opened', trace: opened(1) });
  expect(open.trace).toMatchObject({ state: 'open', known: 0, summary: { handle: 1 } });
  const ended = openTransaction(open, { type: 'ended', result: { ok: true, value: undefined } });
  expect(ended).toMatchObject({ asking: false, failure: undefined, trace: { state: 'open' } });
});

test('a pending one has no trace before it is in a block', () => {
  const waiting = after({ type: 'record', record: pending() });
  expect(waiting.trace).toEqual({ state: 'none' });
  expect(openTransaction(waiting, { type: 'record', record: record() }).trace.state).toBe('opening');
});

test('that a kept record is confirmed changes nothing on the screen', () => {
  const kept = after({ type: 'record', record: record({ origin: 'cache' }) }, { type: 'opened', trace: opened(1) });
  const confirmed = openTransaction(kept, { type: 'record', record: record() });
  expect(confirmed.trace).toBe(kept.trace);
  expect(confirmed.changed).toBeUndefined();
});

test('a record that was another, as from a forged file, is said to be, field by field', () => {
  const forged = { ...minedTransaction(), value: 10n ** 21n, to: `0x${'5e'.repeat(20)}` as Address };
  const kept = after({ type: 'record', record: record({ origin: 'cache', transaction: forged }) });
  const confirmed = openTransaction(kept, { type: 'record', record: record() });
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
  const again = openTransaction(moved, { type: 'opened', trace: opened(2) });
  expect(again).toMatchObject({ changed: moved.changed, trace: { summary: { handle: 2 } } });
});

test('what cannot be confirmed stays, with the reason, until it is', () => {
  const kept = after({ type: 'record', record: record({ origin: 'cache' }) }, { type: 'opened', trace: opened(1) });
  const unconfirmed = openTransaction(kept, { type: 'unconfirmed', failure: down });
  expect(unconfirmed).toMatchObject({ failure: down, trace: { state: 'open' } });
  expect(openTransaction(unconfirmed, { type: 'record', record: record() }).failure).toBeUndefined();
});

test('where nothing is known, the failure is all there is; with a record it is of the trace', () => {
  const result = { ok: false, error: down } as const;
  expect(after({ type: 'ended', result })).toMatchObject({ record: undefined, failure: down, asking: false });
  expect(after({ type: 'record', record: record() }, { type: 'ended', result })).toMatchObject({
    failure: undefined,
    trace: { state: 'failed', failure: down },
  });
  const open = after({ type: 'record', record: record() }, { type: 'opened', trace: opened(1) });
  expect(openTransaction(open, { type: 'ended', result }).trace).toBe(open.trace);
});

test('progress is of a trace on its way only', () => {
  const progress = { phase: 'Executing it again', done: 1, unit: 'steps' } as const;
  expect(after({ type: 'record', record: record() }, { type: 'progress', progress }).trace).toEqual({
    state: 'opening',
    progress,
  });
  const open = after({ type: 'record', record: record() }, { type: 'opened', trace: opened(1) });
  expect(openTransaction(open, { type: 'progress', progress })).toBe(open);
});

test('events are of the trace they name, and rows of a replay take the place of others in one step', () => {
  const open = after({ type: 'record', record: record() }, { type: 'opened', trace: opened(1, { replaying: true }) });
  const handle = 1 as TraceHandle;
  const outcome = { status: 'failed' } as const;
  const progress = { phase: 'Executing it again', done: 1, unit: 'steps' } as const;
  const other = event({ type: 'replaying', handle: 2 as TraceHandle, progress });
  expect(openTransaction(open, other)).toEqual(open);
  const replaying = openTransaction(open, event({ type: 'replaying', handle, progress }));
  expect(replaying.trace).toMatchObject({ replay: progress, known: 0 });
  const summary = opened(1, { replaying: false, numbering: 2 });
  const replayed = openTransaction(replaying, event({ type: 'replayed', handle, summary, outcome }));
  expect(replayed.trace).toMatchObject({ state: 'open', summary: { numbering: 2 }, outcome, known: 1 });
  expect(replayed.trace).not.toHaveProperty('replay');
  // What is still told of the execution is of no use any more.
  const late = openTransaction(replayed, event({ type: 'replaying', handle, progress }));
  expect(late.trace).toBe(replayed.trace);
});

test('opened once more, the record stays', () => {
  const open = after({ type: 'record', record: record() }, { type: 'opened', trace: opened(1) });
  expect(openTransaction(open, { type: 'asked' })).toMatchObject({
    record: record(),
    trace: { state: 'opening', progress: undefined },
  });
  const kept = openTransaction(openTransaction(open, { type: 'asked' }), {
    type: 'record',
    record: record({ origin: 'cache' }),
  });
  expect(kept.changed).toBeUndefined();
  expect(after({ type: 'record', record: record() }, { type: 'givenUp', failure: down }).trace).toEqual({
    state: 'failed',
    failure: down,
  });
});
