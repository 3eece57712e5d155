/** The executed instructions, one row each, with the current one marked. */
import { useId, useLayoutEffect } from 'react';
import { formatInteger } from '../../../core/format/counts';
import type { StepRow, StepState } from '../../../workers/trace/steps.api';
import { classes } from '../../ui/classes';
import { useVirtualRows } from '../../ui/use-virtual-rows';
import { usePages } from '../../use-pages';
import type { DebuggerModel } from './debugger-model';
import { kindOf } from './opcode-kinds';

const ROW = 22;
/** Steps asked for together; pages begin at multiples of it. */
const PAGE = 256;
const MAX_PAGES = 24;
/** Indentation stops here: deeper frames say their depth in their number. */
const MAX_INDENT = 12;

export function StepList({ model, total, state }: { model: DebuggerModel; total: number; state: StepState }) {
  const id = useId();
  const { scroller, height, first, last, base, reveal } = useVirtualRows(total, ROW);
  const stepAt = usePages(
    {
      key: `${model.handle}`,
      pageSize: PAGE,
      maxPages: MAX_PAGES,
      read: async (start, count) => {
        const answer = await model.api.steps(model.handle, start, count);
        return answer.ok ? answer.value.steps : undefined;
      },
      onLost: model.onCrash,
    },
    first,
    last,
  );
  useLayoutEffect(() => reveal(state.step), [reveal, state.step]);
  const rows: number[] = [];
  for (let step = first; step <= last; step++) rows.push(step);
  return (
    <div ref={scroller} className="dbg-scroll" data-testid="steps">
      <div
        role="listbox"
        aria-label="Instructions"
        tabIndex={0}
        aria-activedescendant={`${id}-${state.step}`}
        className="relative"
        style={{ height }}
        onKeyDown={(event) => {
          const by = BY[event.key];
          if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          event.stopPropagation();
          model.move(by);
        }}
      >
        {rows.map((step) => (
          <StepLine
            key={step}
            id={`${id}-${step}`}
            step={step}
            total={total}
            row={step === state.step ? state : stepAt(step)}
            current={step === state.step}
            top={step * ROW - base}
            onPick={() => model.go(step)}
          />
        ))}
      </div>
    </div>
  );
}

const BY: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 20,
  PageUp: -20,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

type LineProps = {
  id: string;
  step: number;
  total: number;
  row: StepRow | undefined;
  current: boolean;
  top: number;
  onPick: () => void;
};

function StepLine({ id, step, total, row, current, top, onPick }: LineProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names its active row
    <div
      id={id}
      role="option"
      aria-selected={current}
      aria-posinset={step + 1}
      aria-setsize={total}
      className={classes('dbg-step', current && 'is-current')}
      style={{ top }}
      onClick={onPick}
    >
      <span className="dbg-number">{formatInteger(step)}</span>
      {row && (
        <>
          <span className="dbg-pc">{row.pc.toString(16).padStart(4, '0')}</span>
          <span
            className={classes('dbg-name', `is-${kindOf(row.opcode)}`)}
            style={{ paddingLeft: Math.min(row.depth, MAX_INDENT) * 10 }}
          >
            {row.name}
          </span>
          <span className="dbg-gas" title={`${formatInteger(row.gas)} gas left before it`}>
            {formatInteger(row.cost)}
          </span>
        </>
      )}
    </div>
  );
}
