import { expect, test } from 'vitest';
import { RowWindows } from '../../../src/app/views/trace/row-windows';
import type { RowView, RowWindow, VisibleIndex } from '../../../src/workers/trace/rows.api';

/** Windows over `count` rows that name their own place, and the calls that were made for them. */
function windowsOver(count: number): { windows: RowWindows; calls: [number, number][] } {
  const calls: [number, number][] = [];
  const answer = async (start: VisibleIndex, rows: number): Promise<RowWindow> => {
    calls.push([start, rows]);
    const found = Array.from({ length: Math.min(rows, count - start) }, (_, at) => ({ row: start + at, depth: 0 }));
    return { version: 1, visibleCount: count, start, rows: found as RowView[], pinned: [] };
  };
  return { windows: new RowWindows(1, count, answer, () => {}), calls };
}

test('rows that are seen come first, then those around them, a few at a time', async () => {
  const { windows, calls } = windowsOver(10_000);
  await windows.want(1_000, 1_600, 1_300);
  expect(calls[0]).toEqual([1_280, 128]);
  expect(Math.max(...calls.map(([, rows]) => rows))).toBe(128);
  for (let index = 1_000; index <= 1_600; index++) expect(windows.row(index)?.row).toBe(index);
});

test('rows that are here are not asked for again, and those past the end never', async () => {
  const { windows, calls } = windowsOver(100);
  await windows.want(-20, 200, 90);
  const asked = calls.length;
  await windows.want(0, 99);
  expect(calls).toHaveLength(asked);
  expect(windows.row(99)?.row).toBe(99);
  expect(windows.row(100)).toBeUndefined();
});
