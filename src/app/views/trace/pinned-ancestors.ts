/** Which ancestors stay pinned above the first visible row. */
import type { RowView } from '../../../workers/trace/rows.api';
import type { RowWindows } from './row-windows';

export type PinnedAncestors = {
  /** Outermost first. */
  rows: readonly RowView[];
  /** Ancestors left out after the first one, because the chain is longer than `most`. */
  omitted: number;
};

/**
 * Finds the ancestors to pin when the row at `topIndex` stands at the upper
 * edge. Each pinned row covers a line, so the nth is the ancestor, at that
 * depth, of the row on the nth line. `undefined` while rows are missing.
 */
export function findPinnedAncestors(windows: RowWindows, topIndex: number, most: number): PinnedAncestors | undefined {
  const rows: RowView[] = [];
  while (rows.length < most) {
    const ancestors = windows.ancestors(topIndex + rows.length);
    if (!ancestors) return rows.length > 0 ? { rows, omitted: 0 } : undefined;
    const next = ancestors[rows.length];
    if (!next) return { rows, omitted: 0 };
    rows.push(next);
  }
  const chain = windows.ancestors(topIndex + most) ?? rows;
  const omitted = chain.length - most;
  if (omitted <= 0) return { rows, omitted: 0 };
  return { rows: [chain[0] as RowView, ...chain.slice(-(most - 1))], omitted };
}
