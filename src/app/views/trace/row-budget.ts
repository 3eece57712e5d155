/**
 * How many rows are drawn anew in one frame.
 *
 * A screenful of rows takes a browser longer to style, lay out and paint than a
 * frame lasts. So new rows come a few per frame, top first; until its turn, a row
 * stays as it was or is a placeholder. The number follows from how long the last
 * rows took, because a busy machine draws a few rows in the time in which an idle
 * one draws a dozen.
 */
import { useLayoutEffect, useRef, useState } from 'react';
import type { RowIndex } from '../../../core/trace/rows';
import type { RowView } from '../../../workers/trace/rows.api';
import type { RowLook } from './TraceRow';

/** Rows a frame may draw anew at most, at least, and at first: a screen of rows, which mostly fits into a frame. */
export const ROW_BUDGET = { most: 24, least: 3, first: 40 } as const;
/** How long the rows of a frame may take, ms: rendering them, or laying them out and painting. */
const LONG = 16;
/** Below this, ms, the next frame may draw so many rows more. */
const SHORT = 8;
const MORE = 4;

/** Returns how many rows the next frame may draw, when the one before drew `budget` in `took` ms. */
export function nextRowBudget(budget: number, took: number): number {
  if (took > LONG) return Math.max(ROW_BUDGET.least, Math.min(ROW_BUDGET.most, Math.floor((budget * LONG) / took)));
  return Math.min(ROW_BUDGET.most, took < SHORT ? budget + MORE : budget);
}

/** What a row was drawn from. */
export type Drawn = { view: RowView; look: RowLook };

/**
 * Returns what to draw at each visible index of [first, last] now: the wanted
 * row, for at most `budget` of them anew, the one drawn there before, or
 * nothing yet. `wanted` returns undefined where the row is not here; `must`
 * names an index that never waits, -1 for none. `fresh` is how many are drawn
 * anew.
 */
export function rowsWithinBudget(
  range: { first: number; last: number; must: number },
  wanted: (index: number) => RowView | undefined,
  look: RowLook,
  before: ReadonlyMap<RowIndex, Drawn>,
  budget: number,
): { drawn: ReadonlyMap<number, Drawn>; fresh: number; waiting: boolean } {
  const drawn = new Map<number, Drawn>();
  let fresh = 0;
  let waiting = false;
  for (let index = range.first; index <= range.last; index++) {
    const view = wanted(index);
    if (!view) continue;
    const old = before.get(view.row);
    if (old?.view === view && old.look === look) drawn.set(index, old);
    else if (fresh < budget || index === range.must) {
      fresh++;
      drawn.set(index, { view, look });
    } else {
      waiting = true;
      if (old) drawn.set(index, old);
    }
  }
  return { drawn, fresh, waiting };
}

/** Does as `rowsWithinBudget`, by what this component drew last. Draws it again in the next frame while rows wait. */
export function useRowBudget(
  range: { first: number; last: number; must: number },
  wanted: (index: number) => RowView | undefined,
  look: RowLook,
): ReadonlyMap<number, Drawn> {
  const before = useRef<ReadonlyMap<RowIndex, Drawn>>(new Map());
  const budget = useRef<number>(ROW_BUDGET.first);
  const [, drawAgain] = useState(0);
  const began = performance.now();
  const { drawn, fresh, waiting } = rowsWithinBudget(range, wanted, look, before.current, budget.current);
  useLayoutEffect(() => {
    const rendering = performance.now() - began;
    before.current = new Map([...drawn.values()].map((each) => [each.view.row, each]));
    if (fresh === 0) return;
    let painted: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      const framed = performance.now();
      // Its task comes once the frame is laid out and painted.
      painted = setTimeout(() => {
        budget.current = nextRowBudget(budget.current, Math.max(rendering, performance.now() - framed));
        if (waiting) drawAgain((times) => times + 1);
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(painted);
    };
  });
  return drawn;
}
