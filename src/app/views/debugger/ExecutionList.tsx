/** Calls, internal calls, events and accesses to storage in the order they ran, the call that runs marked. */
import { useLayoutEffect, useState } from 'react';
import { pathText } from '../../../core/abi/path-text';
import { cutValue, nameText } from '../../../core/abi/value-text';
import type { Hex } from '../../../core/chain/primitives';
import { RowKind } from '../../../core/trace/rows';
import type { ExecutionRow } from '../../../workers/trace/steps-in-source.api';
import { classes } from '../../ui/classes';
import { useVirtualRows } from '../../ui/use-virtual-rows';
import { useNameChanges } from '../../use-names';
import { usePages } from '../../use-pages';
import { slotText } from '../trace/row-format';
import type { DebuggerModel } from './debugger-model';
import { ExecutionLine } from './ExecutionLine';
import { RowList } from './RowList';

const ROW = 24;
/** Rows asked for together; pages begin at multiples of it. */
const PAGE = 200;
const MAX_PAGES = 24;

type Props = { model: DebuggerModel; row: number };

export function ExecutionList({ model, row }: Props) {
  const [total, setTotal] = useState(0);
  const rows = useVirtualRows(total, ROW);
  const { first, last, reveal } = rows;
  const list = {
    key: `${model.handle}`,
    version: useNameChanges(),
    pageSize: PAGE,
    maxPages: MAX_PAGES,
    read: async (start: number, count: number) => {
      const answer = await model.api.executionRows(model.handle, start, count);
      if (!answer.ok) return undefined;
      setTotal(answer.value.total);
      return answer.value.rows;
    },
    onLost: model.onCrash,
  };
  const at = usePages(list, first, last);
  useLayoutEffect(() => {
    if (row < total) reveal(row);
  }, [row, total, reveal]);
  const pick = (index: number) => {
    const step = at(index)?.step;
    if (step !== undefined) model.go(step);
  };
  /** The nearest row in that direction that leads elsewhere. */
  const step = (by: number) => {
    const here = model.snapshot().state?.step;
    for (let index = row + by, seen = 0; index >= 0 && index < total && seen < PAGE; index += by, seen++) {
      const to = at(index)?.step;
      if (to !== undefined && to !== here && to > (here ?? 0) === by > 0) return pick(index);
    }
  };
  return (
    <RowList
      label="Execution"
      testId="calls"
      rows={rows}
      total={total}
      rowHeight={ROW}
      active={row < total ? row : -1}
      onMove={step}
      onPick={pick}
      draw={(index) => {
        const view = at(index);
        return {
          isCurrent: index === row,
          className: classes('dbg-call', view?.failed && 'is-failed'),
          content: view && <ExecutionLine kind={view.kind} depth={view.depth} failed={view.failed} {...textOf(view)} />,
        };
      }}
    />
  );
}

/** Returns the line of a row; `title` is the whole key of a slot that no source names. */
function textOf({ kind, name, names, value }: ExecutionRow): { text: string; title?: string } {
  if (value) {
    const after = cutValue(value.after).text;
    return { text: `${pathText(name, names)} = ${value.before ? `${cutValue(value.before).text} → ${after}` : after}` };
  }
  return kind > RowKind.internal && name !== ''
    ? { text: `slot ${slotText(name as Hex)}`, title: name }
    : { text: nameText(name) };
}
