/**
 * How many rows are drawn anew at a time.
 *
 * A screenful of rows takes a browser longer to style, lay out and paint than a
 * frame lasts. So what is new on the screen comes RATION rows a frame, those in
 * the middle first; until its turn a row stays as it was, or a placeholder.
 */
import { useLayoutEffect, useRef, useState } from 'react';
import type { RowIndex } from '../../../core/trace/rows';
import type { RowView } from '../../../workers/trace/trace.api';
import type { RowLook } from './TraceRow';

/** Rows a frame may draw anew. */
export const RATION = 12;

/** What a row was drawn from. */
export type Drawn = { view: RowView; look: RowLook };

/**
 * What to draw at each visible index of [first, last] now: the wanted, what
 * stands there already, or nothing yet. `wanted` answers undefined where the row
 * is not here; `must` names an index that never waits, -1 for none.
 */
export function rationed(
  range: { first: number; last: number; must: number },
  wanted: (index: number) => RowView | undefined,
  look: RowLook,
  before: ReadonlyMap<RowIndex, Drawn>,
): { drawn: ReadonlyMap<number, Drawn>; waiting: boolean } {
  const drawn = new Map<number, Drawn>();
  let left = RATION;
  let waiting = false;
  for (const index of fromTheMiddle(range.first, range.last)) {
    const view = wanted(index);
    if (!view) continue;
    const old = before.get(view.row);
    if (old?.view === view && old.look === look) drawn.set(index, old);
    else if (left > 0 || index === range.must) {
      left -= 1;
      drawn.set(index, { view, look });
    } else {
      waiting = true;
      if (old) drawn.set(index, old);
    }
  }
  return { drawn, waiting };
}

function fromTheMiddle(first: number, last: number): number[] {
  const middle = (first + last) / 2;
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  return indexes.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
}

/** As `rationed`, by what this component drew last; draws it again in the next frame while rows wait. */
export function useRation(
  range: { first: number; last: number; must: number },
  wanted: (index: number) => RowView | undefined,
  look: RowLook,
): ReadonlyMap<number, Drawn> {
  const before = useRef<ReadonlyMap<RowIndex, Drawn>>(new Map());
  const [, drawAgain] = useState(0);
  const { drawn, waiting } = rationed(range, wanted, look, before.current);
  useLayoutEffect(() => {
    before.current = new Map([...drawn.values()].map((each) => [each.view.row, each]));
    if (!waiting) return;
    const frame = requestAnimationFrame(() => drawAgain((times) => times + 1));
    return () => cancelAnimationFrame(frame);
  });
  return drawn;
}
