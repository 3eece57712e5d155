/** Keeps a tree in step with what the page knows: the row in its address, and what became known of the trace. */
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { TreeModel } from './tree-model';

type Step = {
  /** Depth id of the row in the address. */
  openAt: string | undefined;
  /** Grows when more became known of the trace. */
  known: number;
  /** Depth id of a row of the sources that the address names, which were not there when the tree opened. */
  awaited: string | undefined;
  /** Whether the rows of the sources are there, or will not be. */
  isSettled: boolean;
  /** `awaited` leads to no row. */
  onMissing: (depthId: string) => void;
};

export function useTreeInStep(model: TreeModel, { openAt, known, awaited, isSettled, onMissing }: Step): void {
  useFollowAddress(model, openAt);
  useKnown(model, known);
  useAwaited(model, awaited, isSettled, onMissing);
}

/** Selects the row that the address names, unless it is selected: the address changed by a link, or by going back or forward. */
function useFollowAddress(model: TreeModel, depthId: string | undefined): void {
  const followed = useRef(depthId);
  // Before anything else is selected: a selection that is made here is in the address within the same rendering.
  useLayoutEffect(() => {
    if (followed.current === depthId) return;
    followed.current = depthId;
    if (depthId === undefined || model.snapshot().selected?.view.depthId === depthId) return;
    model.revealId(depthId).catch(model.onCrash);
  }, [model, depthId]);
}

/** Fetches the rows again when more became known of them. */
function useKnown(model: TreeModel, known: number): void {
  const shown = useRef(known);
  useEffect(() => {
    if (shown.current === known) return;
    shown.current = known;
    void model.refresh();
  }, [model, known]);
}

/** Selects the row that the address names once the rows of the sources are there. */
function useAwaited(
  model: TreeModel,
  awaited: string | undefined,
  isSettled: boolean,
  onMissing: (depthId: string) => void,
): void {
  const done = useRef(false);
  useEffect(() => {
    if (awaited === undefined || !isSettled || done.current) return;
    done.current = true;
    model.revealId(awaited).then((found) => found || onMissing(awaited), model.onCrash);
  }, [model, awaited, isSettled, onMissing]);
}
