import type { Folding } from './folding';
import { RowFlag, type TreeRows } from './rows';

/** Bits of `marks`. */
export const OverviewMark = { failed: 1, match: 2 } as const;

/** The whole trace in slices of visible rows, for the strip beside the scrollbar. */
export type TraceOverview = {
  /** Depth of the deepest row of each slice. */
  depth: Uint16Array;
  /** OverviewMark bits of each slice. */
  marks: Uint8Array;
  /** Depth of the deepest row of the trace, visible or not. */
  maxDepth: number;
};

/**
 * Computes depths and marks in `buckets` slices of equally many visible rows; with fewer rows than buckets the
 * slices beyond them stay empty. `matches` are the rows a search found, ascending; a failure or match hidden by
 * folding marks the slice of the visible row it is under. Linear in the rows.
 */
export function computeOverview(
  { rows }: { rows: TreeRows },
  folding: Folding,
  buckets: number,
  matches: Int32Array = new Int32Array(0),
): TraceOverview {
  const { length, depth: rowDepth, flags } = rows;
  const { visible, visibleCount } = folding;
  const depth = new Uint16Array(buckets);
  const marks = new Uint8Array(buckets);
  const slices = Math.min(buckets, visibleCount);
  let maxDepth = 0;
  let shown = 0;
  let bucket = 0;
  let next = 0;
  for (let row = 0; row < length; row++) {
    if (visible[row] === 1) {
      bucket = Math.floor((shown++ * slices) / visibleCount);
      if (rowDepth[row] > depth[bucket]) depth[bucket] = rowDepth[row];
    }
    if (rowDepth[row] > maxDepth) maxDepth = rowDepth[row];
    if ((flags[row] & RowFlag.failed) !== 0) marks[bucket] |= OverviewMark.failed;
    if (matches[next] === row) {
      marks[bucket] |= OverviewMark.match;
      next++;
    }
  }
  return { depth, marks, maxDepth };
}
