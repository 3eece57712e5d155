import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RowWindows } from '../../../src/app/views/trace/row-windows';
import { ValueReader } from '../../../src/app/views/trace/value-reader';
import { type RowIndex, RowKind } from '../../../src/core/trace/rows';
import type { RowView, RowWindow, VisibleIndex } from '../../../src/workers/trace/rows.api';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Every row is an internal call whose values are unread. */
async function unreadWindows(count: number): Promise<RowWindows> {
  const answer = async (start: VisibleIndex, rows: number): Promise<RowWindow> => {
    const found = Array.from({ length: Math.min(rows, count - start) }, (_, at) => ({
      row: start + at,
      kind: RowKind.internal,
      unread: true,
    }));
    return { version: 1, visibleCount: count, start, rows: found as RowView[], pinned: [] };
  };
  const windows = new RowWindows(1, count, answer, () => {});
  await windows.want(0, count - 1);
  return windows;
}

test('the rows on the screen are read first, a few at a time, and each once', async () => {
  const windows = await unreadWindows(100);
  const asked: number[][] = [];
  let read = 0;
  const ask = async (rows: readonly RowIndex[]) => {
    asked.push([...rows]);
    return rows.map((row) => ({ row }));
  };
  const reader = new ValueReader(
    ask,
    () => ({ windows, first: 40, last: 45 }),
    () => {
      read++;
    },
    (error) => {
      throw error;
    },
  );
  reader.schedule();
  reader.schedule();
  await vi.runAllTimersAsync();
  expect(asked[0]?.slice(0, 6)).toEqual([40, 41, 42, 43, 44, 45]);
  expect(Math.max(...asked.map((rows) => rows.length))).toBe(8);
  const rows = asked.flat();
  expect(new Set(rows).size).toBe(rows.length);
  expect(read).toBe(asked.length);
  reader.schedule();
  await vi.runAllTimersAsync();
  expect(asked.flat()).toHaveLength(rows.length);
});

test('nothing is asked after the reader stopped, and no more once other rows are shown', async () => {
  const windows = await unreadWindows(100);
  const other = await unreadWindows(100);
  let shown: RowWindows | undefined = windows;
  let calls = 0;
  const ask = async (rows: readonly RowIndex[]) => {
    calls++;
    shown = other;
    return rows.map((row) => ({ row }));
  };
  const seen = () => shown && { windows: shown, first: 0, last: 20 };
  const reader = new ValueReader(ask, seen, vi.fn(), vi.fn());
  reader.schedule();
  reader.stop();
  await vi.runAllTimersAsync();
  expect(calls).toBe(0);
  reader.schedule();
  await vi.runAllTimersAsync();
  expect(calls).toBe(1);
  shown = undefined;
  reader.schedule();
  await vi.runAllTimersAsync();
  expect(calls).toBe(1);
});

test('a rejected question is handed on', async () => {
  const windows = await unreadWindows(10);
  const onLost = vi.fn();
  const gone = new Error('the trace is closed');
  const reader = new ValueReader(
    () => Promise.reject(gone),
    () => ({ windows, first: 0, last: 5 }),
    vi.fn(),
    onLost,
  );
  reader.schedule();
  await vi.runAllTimersAsync();
  expect(onLost).toHaveBeenCalledWith(gone);
});
