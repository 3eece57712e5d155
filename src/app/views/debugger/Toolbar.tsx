/** Moving through the steps: buttons, scrubber, breakpoints, jump, legend. */
import { useRef, useState } from 'react';
import { formatInteger } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import type { StepState } from '../../../workers/trace/steps.api';
import type { StepSource } from '../../../workers/trace/steps-in-source.api';
import { Button } from '../../ui/Button';
import { Kbd } from '../../ui/Kbd';
import { usePageKeys } from '../../ui/keys';
import { type Segment, Segmented } from '../../ui/Segmented';
import { toast } from '../../ui/toast';
import { BuildSwitch } from './DebugBuild';
import type { DebuggerModel, Moves } from './debugger-model';
import { Jump } from './Jump';
import { Legend } from './Legend';
import { Scrubber } from './Scrubber';
import type { BreakpointsInUse } from './use-breakpoints';

const STEPPED: readonly Segment<'source' | 'opcodes'>[] = [
  { value: 'source', label: 'Source' },
  { value: 'opcodes', label: 'Opcodes' },
];

type Props = {
  model: DebuggerModel;
  total: number;
  /** Whether the execution still runs. */
  isUnchecked: boolean;
  state: StepState;
  source: StepSource | undefined;
  breakpoints: BreakpointsInUse;
  /** Whether statements are shown where there is a source; `onShow` changes it. */
  showSource: boolean;
  onShow: (source: boolean) => void;
  /** Sets or takes the breakpoint of the current line. */
  onToggle: () => void;
  onEvaluate: () => void;
};

export function Toolbar(props: Props) {
  const { model, total, isUnchecked, state, source, breakpoints, showSource, onShow, onToggle, onEvaluate } = props;
  const [legend, setLegend] = useState(false);
  const jump = useRef<HTMLInputElement>(null);
  const moves = model.moves();
  const run = async (forward: boolean) => {
    if (breakpoints.isEmpty) toast({ text: 'There are no breakpoints yet.' });
    else if (!(await model.run(breakpoints.all, forward)))
      toast({ text: `No breakpoint is hit ${forward ? 'after' : 'before'} this step.` });
  };
  usePageKeys('Debugger', [
    { key: 'ArrowRight', label: 'Next', run: () => model.take('next') },
    { key: 'ArrowLeft', label: 'Previous', run: () => model.take('previous') },
    { key: 'o', label: 'Step Over, Next on a line that calls nothing', run: () => model.take('over') },
    { key: 'u', label: 'Step Up', run: () => model.take('up') },
    { key: 'O', label: 'Step Out', run: () => model.take('out') },
    { key: 'b', label: 'Run to the next breakpoint', run: () => void run(true) },
    { key: 'B', label: 'Run back to a breakpoint', run: () => void run(false) },
    { key: 'p', label: 'Breakpoint at the current line', run: onToggle },
    { key: 's', label: 'Source or opcodes', run: () => onShow(!showSource) },
    { key: 'e', label: 'Evaluate an expression', run: onEvaluate },
    { key: 'j', label: 'Jump to a step or an opcode', run: () => jump.current?.focus() },
    { key: 'l', label: 'Legend', run: () => setLegend(true) },
  ]);
  const step = (move: keyof Moves) => ({ onClick: () => model.take(move), disabled: moves[move] === undefined });
  const inSource = model.inSource;
  return (
    <div
      role="toolbar"
      aria-label="Debugger"
      className="flex flex-wrap items-center gap-1.5 border-line border-b bg-raised px-2.5 py-2"
    >
      <Button
        {...step('up')}
        title={inSource ? 'To the line that called this function' : 'To the instruction that made this call'}
      >
        <span aria-hidden="true">↥</span> Step Up <Kbd>U</Kbd>
      </Button>
      <Button {...step('over')} title={inSource ? 'Past the calls of this line' : 'Past the selected call'}>
        <span aria-hidden="true">⤼</span> Step Over <Kbd>O</Kbd>
      </Button>
      <Button {...step('previous')}>
        <span aria-hidden="true">‹</span> Previous <Kbd>←</Kbd>
      </Button>
      <Button variant="primary" {...step('next')}>
        Next <span aria-hidden="true">›</span> <Kbd>→</Kbd>
      </Button>
      <Scrubber model={model} total={total} state={state} breakpoints={breakpoints} known={source !== undefined} />
      <span className="inline-flex gap-1.5">
        <Button onClick={() => void run(false)}>
          <span aria-hidden="true">◀</span>
          <span>
            <span className="sr-only">Run back to a </span>Breakpoint
          </span>
          <Kbd>⇧B</Kbd>
        </Button>
        <Button onClick={() => void run(true)}>
          <span>
            <span className="sr-only">Run to the next </span>Breakpoint
          </span>
          <span aria-hidden="true">▶</span>
          <Kbd>B</Kbd>
        </Button>
      </span>
      <Segmented
        label="What is stepped through"
        value={showSource ? 'source' : 'opcodes'}
        segments={STEPPED}
        onChange={(shown) => onShow(shown === 'source')}
      />
      <div className="flex basis-full flex-wrap items-center gap-x-2 gap-y-1 text-muted [&_b]:text-text">
        <p className="min-w-0 flex-[1_1_280px]" role="status">
          {`Step ${formatInteger(state.step)} of ${formatInteger(total)} · ${state.name} · gas left ${formatInteger(state.gas)} · depth ${state.depth}`}
          {/* Last, because they come and go. */}
          {isUnchecked && ' · still being executed'}
          {source?.place && <span className="mono"> · {placeText(source)}</span>}
        </p>
        <BuildSwitch />
        <Jump model={model} field={jump} />
        <Button onClick={() => setLegend(true)}>Legend</Button>
      </div>
      {legend && <Legend onClose={() => setLegend(false)} />}
    </div>
  );
}

/** `Pair.swap, line 59`. */
function placeText({ contract, function: name, place }: StepSource): string {
  const where = name === '' ? contract : `${contract}.${name}`;
  return `${harmlessText(where, 100)}, line ${place?.line ?? 0}`;
}
