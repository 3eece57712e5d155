/** Moving through the steps: buttons, scrubber, jump, legend. */
import { type FormEvent, useState } from 'react';
import { formatInteger } from '../../../core/format/counts';
import type { StepState } from '../../../workers/trace/steps.api';
import { Button } from '../../ui/Button';
import { Kbd } from '../../ui/Kbd';
import { usePageKeys } from '../../ui/keys';
import type { DebuggerModel } from './debugger-model';
import { Legend } from './Legend';
import { Scrubber } from './Scrubber';

export function Toolbar({ model, total, state }: { model: DebuggerModel; total: number; state: StepState }) {
  const [legend, setLegend] = useState(false);
  const { up, over } = state.go;
  const atStart = state.step <= 0;
  const atEnd = state.step >= total - 1;
  usePageKeys('Debugger', [
    { key: 'ArrowRight', label: 'Next', run: () => model.move(1) },
    { key: 'ArrowLeft', label: 'Previous', run: () => model.move(-1) },
    { key: 'o', label: 'Step Over', run: () => model.over() },
    { key: 'u', label: 'Step Up', run: () => model.up() },
    { key: 'l', label: 'Legend', run: () => setLegend(true) },
  ]);
  return (
    <div className="dbg-toolbar" role="toolbar" aria-label="Debugger">
      <Button onClick={() => model.up()} disabled={up === undefined} title="To the instruction that made this call">
        <span aria-hidden="true">↥</span> Step Up <Kbd>U</Kbd>
      </Button>
      <Button onClick={() => model.over()} disabled={over === undefined} title="Past the selected call">
        <span aria-hidden="true">⤼</span> Step Over <Kbd>O</Kbd>
      </Button>
      <Button onClick={() => model.move(-1)} disabled={atStart}>
        <span aria-hidden="true">‹</span> Previous <Kbd>←</Kbd>
      </Button>
      <Button variant="primary" onClick={() => model.move(1)} disabled={atEnd}>
        Next <span aria-hidden="true">›</span> <Kbd>→</Kbd>
      </Button>
      <Scrubber model={model} total={total} state={state} />
      <Jump model={model} />
      <Button onClick={() => setLegend(true)}>Legend</Button>
      <p className="dbg-where num" role="status">
        Step <b>{formatInteger(state.step)}</b> of {formatInteger(total)} · {state.name} · gas left{' '}
        {formatInteger(state.gas)} · depth {state.depth}
      </p>
      {legend && <Legend onClose={() => setLegend(false)} />}
    </div>
  );
}

/** To a step by its number, or to the next instruction of a name. */
function Jump({ model }: { model: DebuggerModel }) {
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const jump = async (forward: boolean) => {
    const wanted = text.trim().replaceAll(',', '');
    if (wanted === '') return;
    if (/^\d+$/.test(wanted)) model.go(Number(wanted));
    else setMissing(!(await model.find(wanted, forward)));
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void jump(true);
  };
  return (
    <form onSubmit={onSubmit} className="flex items-center gap-1">
      <input
        aria-label="Jump to a step number or an opcode"
        aria-invalid={missing}
        title={missing ? 'There is none in that direction.' : 'A step number, or an opcode such as SSTORE'}
        placeholder="Step or opcode"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setMissing(false);
        }}
        autoComplete="off"
        spellCheck={false}
        className="mono h-[30px] w-[124px] rounded-m border border-line-strong bg-panel px-2 aria-invalid:border-failure"
      />
      <Button icon aria-label="Jump backwards" onClick={() => void jump(false)} disabled={text.trim() === ''}>
        ◀
      </Button>
      <Button icon type="submit" aria-label="Jump forwards" disabled={text.trim() === ''}>
        ▶
      </Button>
    </form>
  );
}
