import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Hash, NetworkId } from '../../../../src/core/chain/primitives';
import { failure } from '../../../../src/core/values/failure';
import { ok } from '../../../../src/core/values/result';
import type { TransactionKey } from '../../../../src/workers/ids';
import { BegunOpenings } from '../../../../src/workers/trace/open/begin-early';
import type { TransactionUpdate } from '../../../../src/workers/trace/open-trace.api';

const key: TransactionKey = { networkId: 31337 as NetworkId, hash: `0x${'ab'.repeat(32)}` as Hash };
const other: TransactionKey = { ...key, hash: `0x${'cd'.repeat(32)}` as Hash };
const update: TransactionUpdate = { type: 'unconfirmed', failure: failure('endpointDown', 'It does not answer.') };

/** Openings that tell what the test tells, and end when it says so. */
function start() {
  const opened: { key: TransactionKey; signal: AbortSignal; tell: (update: TransactionUpdate) => unknown }[] = [];
  const openings = new BegunOpenings((of, signal, tell) => {
    opened.push({ key: of, signal, tell });
    return Promise.resolve(ok(undefined));
  });
  return { openings, opened };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what is told before a page takes the opening over is told to it then, and counts as taken over then', async () => {
  const { openings, opened } = start();
  openings.begin(key);
  let isTaken = false;
  const taken = Promise.resolve(opened[0]?.tell(update)).then(() => {
    isTaken = true;
  });
  await Promise.resolve();
  expect(isTaken).toBe(false);
  const heard: TransactionUpdate[] = [];
  const ended = openings.take(key, new AbortController().signal, (given) => void heard.push(given));
  await taken;
  await opened[0]?.tell(update);
  expect(heard).toEqual([update, update]);
  expect(await ended).toEqual(ok(undefined));
  expect(opened).toHaveLength(1);
});

test('begun twice it is opened once; who asks after it was taken over opens it anew', () => {
  const { openings, opened } = start();
  const { signal } = new AbortController();
  openings.begin(key);
  openings.begin(key);
  openings.begin(other);
  expect(opened.map((each) => each.key)).toEqual([key, other]);
  void openings.take(key, signal, () => {});
  void openings.take(key, signal, () => {});
  expect(opened.map((each) => each.key)).toEqual([key, other, key]);
});

test('who took it over cancels it', () => {
  const { openings, opened } = start();
  openings.begin(key);
  const controller = new AbortController();
  void openings.take(key, controller.signal, () => {});
  expect(opened[0]?.signal.aborted).toBe(false);
  controller.abort();
  expect(opened[0]?.signal.aborted).toBe(true);
});

test('of those begun ahead the last is held, and the one before it given up', () => {
  const { openings, opened } = start();
  openings.begin(key, { isAhead: true });
  openings.begin(key, { isAhead: true });
  openings.begin(other, { isAhead: true });
  expect(opened.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  void openings.take(other, new AbortController().signal, () => {});
  expect(opened).toHaveLength(2);
  void openings.take(key, new AbortController().signal, () => {});
  expect(opened).toHaveLength(3);
});

test('one that was begun ahead is held once the reader goes there', () => {
  const { openings, opened } = start();
  openings.begin(key, { isAhead: true });
  openings.begin(key);
  openings.begin(other, { isAhead: true });
  expect(opened.map(({ signal }) => signal.aborted)).toEqual([false, false]);
});

test('an opening that nobody takes over is ended', async () => {
  const { openings, opened } = start();
  openings.begin(key);
  const taken = opened[0]?.tell(update);
  vi.advanceTimersByTime(30_000);
  await taken;
  expect(opened[0]?.signal.aborted).toBe(true);
  void openings.take(key, new AbortController().signal, () => {});
  expect(opened).toHaveLength(2);
});
