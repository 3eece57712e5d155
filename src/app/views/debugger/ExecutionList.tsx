/** Calls, internal calls, events and accesses to storage in the order they ran, the call that runs marked. */
import { useId, useLayoutEffect, useState } from 'react';
import type { Address, NetworkId } from '../../../core/chain/primitives';
import { shorten } from '../../../core/format/shorten';
import { RowKind } from '../../../core/trace/rows';
import type { ExecutionRow } from '../../../workers/trace/steps-in-source.api';
import { classes } from '../../ui/classes';
import { useVirtualRows } from '../../ui/use-virtual-rows';
import { useNames } from '../../use-names';
import { usePages } from '../../use-pages';
import { cutValue, nameText } from '../trace/row-format';
import type { DebuggerModel } from './debugger-model';
import { pathText } from './path-text';

const ROW = 24;
const MAX_INDENT = 14;
/** Rows asked for together; pages begin at multiples of it. */
const PAGE = 200;
const MAX_PAGES = 24;

type Props = { model: DebuggerModel; networkId: NetworkId; row: number };

export function ExecutionList({ model, networkId, row }: Props) {
  const id = useId();
  const [total, setTotal] = useState(0);
  const { scroller, height, first, last, base, reveal } = useVirtualRows(total, ROW);
  const list = {
    key: `${model.handle}`,
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
  const shown: number[] = [];
  for (let index = first; index <= last; index++) shown.push(index);
  const names = useNames(networkId, unnamed(shown.map(at)));
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
    <div ref={scroller} className="dbg-scroll" data-testid="calls">
      <div
        role="listbox"
        aria-label="Execution"
        tabIndex={0}
        aria-activedescendant={row < total ? `${id}-${row}` : undefined}
        className="relative"
        style={{ height }}
        onKeyDown={(event) => {
          const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
          if (by === 0) return;
          event.preventDefault();
          event.stopPropagation();
          step(by);
        }}
      >
        {shown.map((index) => {
          const view = at(index);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names its active row
            <div
              key={index}
              id={`${id}-${index}`}
              role="option"
              aria-label={view ? undefined : 'Loading'}
              aria-selected={index === row}
              aria-posinset={index + 1}
              aria-setsize={total}
              className={classes('dbg-call', index === row && 'is-current', view?.failed && 'is-failed')}
              style={{ top: index * ROW - base }}
              onClick={() => pick(index)}
            >
              {view && <Line row={view} text={textOf(view, view.address && names[view.address]?.text)} />}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function Line({ row, text }: { row: ExecutionRow; text: string }) {
  const { kind, failed, depth } = row;
  const { glyph, look } = SIGNS[kind] ?? { glyph: '→', look: 'call' };
  return (
    <span className="dbg-call-text" title={text} style={{ paddingLeft: Math.min(depth, MAX_INDENT) * 11 }}>
      <i aria-hidden="true" className={`is-${failed ? 'stop' : look}`}>
        {failed ? '✕' : glyph}
      </i>
      {failed && <span className="sr-only">failed </span>}
      {text}
    </span>
  );
}

const SIGNS: Partial<Record<RowKind, { glyph: string; look: string }>> = {
  [RowKind.staticcall]: { glyph: '⇢', look: 'static' },
  [RowKind.delegatecall]: { glyph: '⇒', look: 'delegate' },
  [RowKind.callcode]: { glyph: '⇒', look: 'delegate' },
  [RowKind.create]: { glyph: '+', look: 'create' },
  [RowKind.create2]: { glyph: '+', look: 'create' },
  [RowKind.selfdestruct]: { glyph: '✝', look: 'stop' },
  [RowKind.log]: { glyph: '◆', look: 'event' },
  [RowKind.internal]: { glyph: 'ƒ', look: 'internal' },
  [RowKind.storageRead]: { glyph: '○', look: 'read' },
  [RowKind.storageWrite]: { glyph: '●', look: 'write' },
};

function textOf({ kind, name, value, address }: ExecutionRow, known: string | undefined): string {
  if (value) {
    const after = cutValue(value.after).text;
    const change = value.before ? `${cutValue(value.before).text} → ${after}` : after;
    return `${pathText(name)} = ${change}`;
  }
  const who = known === undefined ? (address === undefined ? '' : shorten(address)) : nameText(known);
  if (kind === RowKind.log) return name === '' ? `event of ${who}` : nameText(name);
  return name === '' ? who : nameText(name);
}

function unnamed(rows: readonly (ExecutionRow | undefined)[]): Address[] {
  return rows.flatMap((row) => (row?.address !== undefined && row.name === '' ? [row.address] : []));
}
