/**
 * The debugger at the level of instructions: the calls at the left, the
 * instructions that ran in the middle, the state at the right. Panels resize
 * and stay as the reader leaves them.
 */
import { useCallback, useEffect, useState } from 'react';
import { Group, type Layout, Panel, Separator } from 'react-resizable-panels';
import { readPreference, savePreference } from '../../../db/preferences';
import type { StepState } from '../../../workers/trace/steps.api';
import type { TraceHandle } from '../../../workers/trace/trace.api';
import type { useTraceApi } from '../../wiring';
import { useMediaQuery } from '../trace/use-media-query';
import { CallList } from './CallList';
import type { DebuggerModel } from './debugger-model';
import { StatePane } from './StatePane';
import { StepList } from './StepList';
import { Toolbar } from './Toolbar';

/** Percent of the width (spec §9): execution and instructions take 70 together. */
const DEFAULT_LAYOUT = { execution: 20, instructions: 50, state: 30 };
const PHONE = '(max-width: 767px)';

type Props = {
  api: ReturnType<typeof useTraceApi>;
  model: DebuggerModel;
  handle: TraceHandle;
  known: number;
  total: number;
  state: StepState;
  before: StepState | undefined;
  /** The row that runs, by its depth id. */
  onRow: (depthId: string) => void;
};

export function Debugger({ api, model, handle, known, total, state, before, onRow }: Props) {
  const phone = useMediaQuery(PHONE);
  const layout = useKeptLayout();
  const onPick = useCallback((row: StepState['row']) => void model.goToRow(row), [model]);
  const calls = (
    <section className="dbg-column" aria-label="Execution">
      <h2>Execution</h2>
      <CallList
        api={api}
        handle={handle}
        known={known}
        row={state.row}
        onPick={onPick}
        onCurrent={onRow}
        onCrash={model.onCrash}
      />
    </section>
  );
  const steps = (
    <section className="dbg-column" aria-label="Instructions">
      <h2>Instructions</h2>
      <StepList model={model} total={total} state={state} />
    </section>
  );
  const machine = <StatePane state={state} before={before} />;
  return (
    <div className="dbg" data-step={state.step}>
      <Toolbar model={model} total={total} state={state} />
      {phone || layout === undefined ? (
        <div className="dbg-stack">
          {steps}
          {machine}
          {calls}
        </div>
      ) : (
        <div className="dbg-panels">
          <Group
            defaultLayout={layout}
            onLayoutChanged={(changed) => void savePreference('debuggerLayout', sizesOf(changed))}
          >
            <Panel id="execution" minSize="10%" defaultSize={`${layout.execution}%`}>
              {calls}
            </Panel>
            <Separator className="dbg-separator" aria-label="Width of the execution panel" />
            <Panel id="instructions" minSize="20%" defaultSize={`${layout.instructions}%`}>
              {steps}
            </Panel>
            <Separator className="dbg-separator" aria-label="Width of the state panel" />
            <Panel id="state" minSize="15%" defaultSize={`${layout.state}%`}>
              {machine}
            </Panel>
          </Group>
        </div>
      )}
    </div>
  );
}

type Sizes = typeof DEFAULT_LAYOUT;

function sizesOf(layout: Layout): Sizes {
  const { execution = 20, instructions = 50, state = 30 } = layout;
  return { execution, instructions, state };
}

/** As the reader left the panels; undefined while it is read. */
function useKeptLayout(): Sizes | undefined {
  const [layout, setLayout] = useState<Sizes>();
  useEffect(() => {
    let current = true;
    readPreference('debuggerLayout').then(
      (kept) => current && setLayout(kept ?? DEFAULT_LAYOUT),
      () => current && setLayout(DEFAULT_LAYOUT),
    );
    return () => {
      current = false;
    };
  }, []);
  return layout;
}
