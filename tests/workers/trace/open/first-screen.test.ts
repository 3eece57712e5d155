/** The first screen of a trace that this browser keeps is answered before the trace is read. */
import { openTrace } from '../../../../tools/open-trace';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { encodeTrace } from '../../../../src/core/trace/binary';
import { saveTransaction } from '../../../../src/db/chain/save-transaction';
import { withDatabase, writeDatabase } from '../../../../src/db/database';
import { saveLabel } from '../../../../src/db/reader/labels';
import { savePreference } from '../../../../src/db/reader/preferences';
import { readFirstScreen } from '../../../../src/db/traces/first-screen-cache';
import { saveTrace } from '../../../../src/db/traces/save-trace';
import { readTrace } from '../../../../src/db/traces/traces';
import type { OpenedTrace } from '../../../../src/workers/trace/open-trace.api';
import type { VisibleIndex } from '../../../../src/workers/trace/rows.api';
import { minedReceipt, minedTransaction } from '../../../app/transaction/records';
import { forgetAll, newJob, startEngine } from '../../../helpers/demo-engine';
import { eventually } from '../../../helpers/eventually';
import { repeatedTree } from '../../../helpers/random-trace';

/** An endpoint nobody serves. */
const NOWHERE = 'http://127.0.0.1:9';
const { networkId, hash } = minedTransaction();
const key = { networkId, hash };
const trace = repeatedTree('Router.swap\n  Token.move = 7', 3_000);

beforeEach(async () => {
  // What is executed behind the rows is not what this is about.
  await savePreference('stepLimit', 0);
  await keep();
});
afterEach(forgetAll);

/** The transaction with its trace, as if it had been opened before. */
async function keep(): Promise<void> {
  const transaction = minedTransaction();
  const receipt = minedReceipt();
  await saveTransaction({ ...key, transaction, receipt, fetchedAt: 0 }, []);
  await saveTrace({ ...key, blockHash: receipt.blockHash, bytes: encodeTrace(trace), source: 'callTracer' });
}

/** Opens it in an engine of its own. `taken`: when its first screen is taken over. */
async function open(taken?: Promise<void>) {
  const started = await startEngine([NOWHERE]);
  const opened = await openTrace(started.engine, newJob(), key, () => {}, taken);
  if (!opened.ok) throw new Error(opened.error.message);
  return {
    ...started,
    opened: opened.value,
    rows: () => started.engine.trace.rows(opened.value.handle, 0 as VisibleIndex, 64),
  };
}

/** Opens it so that its first screen is kept, and closes it. */
async function openOnce(): Promise<OpenedTrace> {
  const { engine, opened } = await open();
  await engine.settled();
  await engine.trace.closeTrace(opened.handle);
  expect(await readFirstScreen(key)).toBeDefined();
  return opened;
}

const told = (events: readonly { type: string }[]) =>
  events.map(({ type }) => type).filter((type) => type !== 'storage');

test('is what the trace answers, and nothing more is told', async () => {
  const once = await openOnce();
  const { engine, opened, rows, events } = await open();
  expect(opened.first).toEqual(once.first);
  expect({ ...opened, handle: 0 }).toEqual({ ...once, handle: 0 });
  expect(await rows()).toEqual(opened.first.rows);
  expect(await engine.trace.outcome(opened.handle)).toEqual(opened.first.outcome);
  await engine.settled();
  expect(told(events)).toEqual([]);
});

test('counts as a use of transaction and trace', async () => {
  await openOnce();
  const longAgo = 1;
  await writeDatabase((db) => db.uses.toCollection().modify({ usedAt: longAgo }));
  await open();
  const usedAt = (table: 'transactions' | 'traces') =>
    withDatabase(undefined, async (db) => (await db.uses.get([table, [networkId, hash]]))?.usedAt);
  await eventually(async () => expect(await usedAt('transactions')).toBeGreaterThan(longAgo));
  await eventually(async () => expect(await usedAt('traces')).toBeGreaterThan(longAgo));
});

test('is kept of a small trace too', async () => {
  const { blockHash } = minedReceipt();
  const bytes = encodeTrace(repeatedTree('Router.swap\n  Token.move = 7', 2));
  await saveTrace({ ...key, blockHash, bytes, source: 'callTracer' });
  const once = await openOnce();
  expect((await open()).opened.first).toEqual(once.first);
});

test('is answered without the trace, which is missed when rows are asked for', async () => {
  await openOnce();
  let take = () => {};
  const { engine, opened, rows, events } = await open(new Promise<void>((resolve) => (take = resolve)));
  expect(opened.first.rows.rows).toHaveLength(64);
  await damage();
  take();
  await expect(rows()).rejects.toMatchObject({ name: 'ClosedTraceError' });
  expect(told(events)).toEqual(['closed']);
  // Opened once more, it is acquired anew, which cannot be done here.
  const again = await openTrace(engine, newJob(), key);
  expect(again).toMatchObject({ ok: false });
  expect(await readFirstScreen(key)).toBeUndefined();
});

test('gives way to rows that read otherwise', async () => {
  await openOnce();
  const [row] = (await open()).opened.first.rows.rows;
  if (row?.to === undefined) throw new Error('the root calls somebody');
  await saveLabel({ networkId, address: row.to, name: 'Treasury' });
  const { engine, opened, rows, events } = await open();
  expect(opened.first.rows.rows[0]?.toName).toBeUndefined();
  const renamed = (await rows()).rows[0];
  expect(renamed?.toName?.text).toBe('Treasury');
  expect(told(events)).toContain('replayed');
  await engine.settled();
  expect((await open()).opened.first.rows.rows[0]?.toName?.text).toBe('Treasury');
});

test('is of the toggles the reader has now', async () => {
  await openOnce();
  await savePreference('traceToggles', { full: true, storage: true, events: false, gas: false });
  const { opened, rows } = await open();
  expect(opened.first.toggles).toMatchObject({ events: false, gas: false });
  expect(opened.view.toggles.events).toBe(false);
  expect(await rows()).toEqual(opened.first.rows);
});

test('holds nothing when the page is left before the trace is read', async () => {
  await openOnce();
  const { engine, opened, rows } = await open();
  await engine.trace.closeTrace(opened.handle);
  await engine.settled();
  await expect(rows()).rejects.toMatchObject({ name: 'ClosedTraceError' });
});

/** Writes another row in place of the kept one, as whoever gets at the database can. */
async function forge(change: (row: NonNullable<Awaited<ReturnType<typeof readFirstScreen>>>) => object): Promise<void> {
  const row = await readFirstScreen(key);
  if (row === undefined) throw new Error('no first screen is kept');
  await writeDatabase((db) => db.firstScreenCache.put(change(row) as never));
}

test('of a forged row with other values the trace says what is true', async () => {
  const before = await openOnce();
  await forge((row) => {
    const screen = structuredClone(row.screen) as OpenedTrace;
    Object.assign(screen.first.rows.rows[0] ?? {}, { gasUsed: 1, failed: true, limitation: '<img src=x>' });
    return { ...row, screen };
  });
  const { opened, rows, events } = await open();
  expect(opened.first.rows.rows[0]).toMatchObject({ gasUsed: 1, failed: true });
  expect((await rows()).rows).toEqual(before.first.rows.rows);
  expect(told(events)).toContain('replayed');
});

test.each([
  ['no screen', (row: object) => ({ ...row, screen: {} })],
  [
    'a screen without rows',
    (row: { screen: unknown }) => ({ ...row, screen: { ...(row.screen as object), first: {} } }),
  ],
  ['a text as screen', (row: object) => ({ ...row, screen: '<script>' })],
  ['the screen of another version', (row: object) => ({ ...row, made: '/assets/engine-of-before.js' })],
  ['the screen of another block', (row: object) => ({ ...row, blockHash: `0x${'ef'.repeat(32)}` })],
])('a row with %s is passed over, and the trace opens', async (_, change) => {
  const before = await openOnce();
  await forge(change);
  const { opened, rows } = await open();
  expect(opened.first.rows).toEqual(before.first.rows);
  expect(await rows()).toEqual(opened.first.rows);
});

test('a kept trace that is of another inclusion, or damaged, is deleted and not shown', async () => {
  const moved = { blockHash: `0x${'ef'.repeat(32)}` as const };
  for (const change of [moved, { source: 7 }, { bytes: new ArrayBuffer(8) }]) {
    await keep();
    const kept = await readTrace(key);
    await writeDatabase((db) => db.traces.put({ ...kept, ...change } as never));
    const { engine } = await startEngine([NOWHERE]);
    expect(await openTrace(engine, newJob(), key)).toMatchObject({ ok: false });
    expect(await readTrace(key)).toBeUndefined();
  }
});

async function damage(): Promise<void> {
  const kept = await readTrace(key);
  const screen = await readFirstScreen(key);
  if (kept === undefined || screen === undefined) throw new Error('nothing is kept');
  await saveTrace({ ...kept, bytes: kept.bytes.slice(0, 100) });
}
