/** The executed instructions, one row each, with the current one marked. */
import { useLayoutEffect } from 'react';
import { formatInteger } from '../../../core/format/counts';
import type { StepRow, StepState } from '../../../workers/trace/steps.api';
import { classes } from '../../ui/classes';
import { useVirtualRows } from '../../ui/use-virtual-rows';
import { usePages } from '../../use-pages';
import type { DebuggerModel } from './debugger-model';
import { RowList } from './RowList';

const ROW = 22;
/** Steps asked for together; pages begin at multiples of it. */
const PAGE = 256;
const MAX_PAGES = 24;
/** Indentation stops here: deeper frames say their depth in their number. */
const MAX_INDENT = 12;

export function StepList({ model, total, state }: { model: DebuggerModel; total: number; state: StepState }) {
  const rows = useVirtualRows(total, ROW);
  const { first, last, reveal } = rows;
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
  return (
    <RowList
      label="Instructions"
      testId="steps"
      rows={rows}
      total={total}
      rowHeight={ROW}
      active={state.step}
      keys={KEYS}
      onMove={(by) => model.move(by)}
      onPick={(step) => model.go(step)}
      draw={(step) => ({
        isCurrent: step === state.step,
        className: 'dbg-step',
        content: <StepLine step={step} row={step === state.step ? state : stepAt(step)} />,
      })}
    />
  );
}

const KEYS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 20,
  PageUp: -20,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

function gasTitle({ gas, cost }: StepRow): string {
  const left = `${formatInteger(gas)} gas left before it`;
  return cost < 0 ? `${left}; it gives back what was paid for a larger state` : left;
}

/** The number of a step, and its instruction once that is here. */
function StepLine({ step, row }: { step: number; row: StepRow | undefined }) {
  return (
    <>
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
          <span className="dbg-gas" title={gasTitle(row)}>
            {formatInteger(row.cost)}
          </span>
        </>
      )}
    </>
  );
}

/** What an instruction is about, for its colour. */
type OpcodeKind = 'call' | 'create' | 'read' | 'write' | 'event' | 'stop' | 'jump' | 'plain';

/** Returns the kind of an opcode byte; names and bytes as in the Yellow Paper's appendix H. */
function kindOf(opcode: number): OpcodeKind {
  if (opcode === 0xf1 || opcode === 0xf2 || opcode === 0xf4 || opcode === 0xfa) return 'call';
  if (opcode === 0xf0 || opcode === 0xf5) return 'create';
  if (opcode === 0x54 || opcode === 0x5c) return 'read';
  if (opcode === 0x55 || opcode === 0x5d) return 'write';
  if (opcode >= 0xa0 && opcode <= 0xa4) return 'event';
  if (opcode === 0xfd || opcode === 0xfe || opcode === 0xff) return 'stop';
  if (opcode === 0x56 || opcode === 0x57 || opcode === 0x5b) return 'jump';
  return 'plain';
}
