/** Rows of a list that grows by itself: what the reader sees keeps its place, and what comes later stands below. */
import { useEffect, useReducer, useRef } from 'react';

type Growing<Row> = {
  keyOf: (row: Row) => string;
  /** Rows that are shown at most. */
  limit?: number;
  /** Whether a row that is shown and not among the rows any more has ended. It stays where it has not. */
  isGone?: (row: Row) => boolean;
};

/** Returns those of `before` that are still there, as `rows` has them, then the others of `rows` as long as there is room. */
export function growRows<Row>(
  before: readonly Row[],
  rows: readonly Row[],
  { keyOf, limit = Number.POSITIVE_INFINITY, isGone = () => true }: Growing<Row>,
): readonly Row[] {
  const now = new Map(rows.map((row) => [keyOf(row), row]));
  const kept = before.flatMap((row) => {
    const key = keyOf(row);
    const same = now.get(key);
    now.delete(key);
    return same !== undefined ? [same] : isGone(row) ? [] : [row];
  });
  return [...kept, ...[...now.values()].slice(0, Math.max(0, limit - kept.length))];
}

/**
 * Returns `rows` in the order in which they came, undefined while they are. Another `list` begins anew, in the order
 * of `rows`. `isInOrder` says whether both orders are the same, and `sort` takes that of `rows`.
 */
export function useGrowingRows<Row>(
  rows: readonly Row[] | undefined,
  { list, ...growing }: Growing<Row> & { list: string },
): { shown: readonly Row[] | undefined; isInOrder: boolean; sort: () => void } {
  const last = useRef<{ list: string; shown: readonly Row[] }>({ list, shown: [] });
  const [, draw] = useReducer((times: number) => times + 1, 0);
  const before = last.current.list === list ? last.current.shown : [];
  const shown = rows && growRows(before, rows, growing);
  useEffect(() => {
    if (shown !== undefined) last.current = { list, shown };
  });
  const { keyOf } = growing;
  return {
    shown,
    isInOrder: shown?.every((row, at) => rows?.[at] !== undefined && keyOf(row) === keyOf(rows[at])) ?? true,
    sort: () => {
      last.current = { list, shown: [] };
      draw();
    },
  };
}
