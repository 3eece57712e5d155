/** The tree of an open trace, and the row that it opens at: that of the address, else what failed. */
import { useLayoutEffect, useState } from 'react';
import { isInsideId } from '../../../core/source/merged-tree';
import { withToggle } from '../../../core/trace/toggles';
import type { TraceService } from '../../../workers/client';
import type { OpenedTrace, TraceSummary } from '../../../workers/trace/open-trace.api';
import { useLatest } from '../../ui/use-latest';
import { TreeModel } from './tree-model';

type Options = {
  api: TraceService;
  summary: TraceSummary;
  first: OpenedTrace['first'];
  /** Depth id of the row in the address. */
  openAt: string | undefined;
  onSelect: (depthId: string) => void;
  onLost: (error: unknown) => void;
};

/** Result of looking for the row that the address names. */
export type RowSearch = {
  /** A depth id that leads to no row. */
  missing: string | undefined;
  onMissing: (depthId: string) => void;
  /** The depth id of a row of the sources, which were not there when the tree opened. */
  awaited: string | undefined;
};

/** `model` is undefined until the row was found, or is known to be missing or awaited. */
export function useTreeModel(options: Options): RowSearch & { model: TreeModel | undefined } {
  const { api } = options;
  const { handle, numbering } = options.summary;
  const [model, setModel] = useState<TreeModel>();
  const [missing, setMissing] = useState<string>();
  const [awaited, setAwaited] = useState<string>();
  const latest = useLatest(options);

  // In the frame in which the panel is drawn first, where no row is to be found before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that got other numbers are another tree
  useLayoutEffect(() => {
    let started = false;
    let current = true;
    setMissing(undefined);
    const { openAt, summary } = latest.current;
    const created = new TreeModel(
      api,
      handle,
      summary.view,
      latest.current.first.rows,
      (row) => {
        if (started) latest.current.onSelect(row.depthId);
      },
      (error) => latest.current.onLost(error),
    );
    // The reader came for the row in the address, or for what failed.
    const start = async () => {
      const found = openAt !== undefined && (await created.revealId(openAt));
      // A row of the sources is not there before they are.
      const waits = openAt !== undefined && !found && isInsideId(openAt);
      if (waits) {
        await created.setToggles(withToggle(created.snapshot().view.toggles, 'full', true));
        await created.revealId(openAt.slice(0, openAt.lastIndexOf('.')));
      }
      if (current && openAt !== undefined && !found && !waits) setMissing(openAt);
      if (current && waits) setAwaited(openAt);
      if (!found && !waits && summary.failingRow !== undefined) await created.reveal(summary.failingRow);
      started = true;
      if (current) setModel(created);
    };
    start().catch((error) => latest.current.onLost(error));
    return () => {
      current = false;
      created.close();
      setModel(undefined);
    };
  }, [api, handle, numbering]);

  return { model, missing, onMissing: setMissing, awaited };
}
