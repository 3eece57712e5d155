/** The executed instructions, one row each, with the current one marked. */
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { formatInteger } from '../../../core/format/counts';
import type { StepRow, StepState } from '../../../workers/trace/steps.api';
import { classes } from '../../ui/classes';
import { useVirtualRows } from '../../ui/use-virtual-rows';
import type { DebuggerModel } from './debugger-model';
import { kindOf } from './opcode-kinds';

const ROW = 22;
/** Steps asked for together; pages begin at multiples of it. */
const PAGE = 256;
/** Pages kept. */
const KEPT = 24;
/** Indentation stops here: deeper frames say their depth in their number. */
const MOST_INDENT = 12;

export function StepList({ model, total, state }: { model: DebuggerModel; total: number; state: StepState }) {
  const id = useId();
  const { scroller, height, first, last, base, reveal } = useVirtualRows(total, ROW);
  const pages = useStepPages(model, first, last);
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
            row={step === state.step ? state : pages.get(Math.floor(step / PAGE))?.[step % PAGE]}
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
            style={{ paddingLeft: Math.min(row.depth, MOST_INDENT) * 10 }}
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

/** Pages of steps that hold [first, last], asked for as they come into sight; the least recently seen go first. */
function useStepPages(model: DebuggerModel, first: number, last: number): ReadonlyMap<number, readonly StepRow[]> {
  const [pages, setPages] = useState<ReadonlyMap<number, readonly StepRow[]>>(new Map());
  const asked = useRef(new Set<number>());
  useEffect(() => {
    let current = true;
    const from = Math.floor(first / PAGE);
    const to = Math.floor(Math.max(first, last) / PAGE);
    const ask = async () => {
      for (let page = from; page <= to; page++) {
        if (asked.current.has(page)) continue;
        asked.current.add(page);
        const answer = await model.api.steps(model.handle, page * PAGE, PAGE);
        if (!answer.ok) return;
        setPages((known) => {
          const kept = [...known, [page, answer.value.steps] as const].slice(-KEPT);
          asked.current = new Set(kept.map(([number]) => number));
          return new Map(kept);
        });
        if (!current) return;
      }
    };
    // Scrolling fast asks for nothing in between.
    const timer = setTimeout(() => ask().catch(model.onCrash), pages.size === 0 ? 0 : 30);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [model, first, last, pages.size]);
  return pages;
}
