/** Rows of an open trace in the order of the tree, without reading what is deeper than asked. */
import type { RowIndex } from '../../../src/core/trace/rows';
import { RowKind } from '../../../src/core/trace/rows';
import type { TraceToggles } from '../../../src/core/trace/toggles';
import type { Engine } from '../../../src/workers/engine';
import type { TraceHandle } from '../../../src/workers/ids';
import type { RowView, VisibleIndex } from '../../../src/workers/trace/rows.api';

/** Rows of one question; internal calls whose values are read at once. */
const WINDOW = 40;

export type Walk = {
  /** The row whose subtree is walked. */
  root: RowIndex;
  /** A row in it to begin with. */
  from: RowIndex;
  /** Levels below the root. */
  depth: number;
  toggles: TraceToggles;
  /** Whether arguments and results of internal calls are read, which costs seeking steps. */
  values: boolean;
};

/** Yields the rows of a subtree, each folded or not as the depth says. The folding of the trace is changed by it. */
export async function* walkTree(
  { trace }: Pick<Engine, 'trace'>,
  handle: TraceHandle,
  { root, from, depth, toggles, values }: Walk,
): AsyncGenerator<RowView> {
  await trace.setToggles(handle, toggles);
  await trace.collapseAll(handle);
  let { index } = await trace.reveal(handle, from);
  const [first] = (await trace.rows(handle, (await trace.reveal(handle, root)).index, 1)).rows;
  if (first === undefined) return;
  // Revealing the root folds nothing, and moves nothing that is shown.
  ({ index } = await trace.reveal(handle, from));
  for (;;) {
    let { rows } = await trace.rows(handle, index, WINDOW);
    if (rows.length === 0) return;
    const isOpened = rows.findIndex((row) => row.hasChildren && !row.expanded && row.depth - first.depth < depth);
    const row = isOpened < 0 ? undefined : rows[isOpened];
    if (row !== undefined) await trace.setExpanded(handle, row.row, true);
    rows = rows.slice(0, isOpened < 0 ? undefined : isOpened + 1);
    const unread = rows.filter((each) => each.kind === RowKind.internal && each.unread);
    if (values && unread.length > 0) {
      await trace.rowValues(
        handle,
        unread.map((each) => each.row),
      );
      rows = (await trace.rows(handle, index, rows.length)).rows;
    }
    for (const each of rows) {
      if (each.row !== first.row && each.depth <= first.depth) return;
      // Rows that were opened on the way to `from` may be deeper.
      if (each.depth - first.depth <= depth) yield each;
    }
    index = (index + rows.length) as VisibleIndex;
  }
}
