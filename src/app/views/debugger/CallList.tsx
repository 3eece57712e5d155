/** The calls and events of the trace, the one that runs marked. Folding is that of the call trace. */
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { formatInteger } from '../../../core/format/counts';
import { shorten } from '../../../core/format/shorten';
import { type RowIndex, RowKind } from '../../../core/trace/rows';
import type { TraceService } from '../../../workers/client';
import type { TraceHandle } from '../../../workers/ids';
import type { RowView, ViewState, VisibleIndex } from '../../../workers/trace/rows.api';
import { classes } from '../../ui/classes';
import { useVirtualRows } from '../../ui/use-virtual-rows';
import { RowWindows } from '../trace/row-windows';

const ROW = 24;
const MOST_INDENT = 12;

type Props = {
  api: Pick<TraceService, 'view' | 'rows' | 'reveal' | 'detail'>;
  handle: TraceHandle;
  /** Grows when rows read otherwise. */
  known: number;
  /** The row whose code runs. */
  row: RowIndex | undefined;
  onPick: (row: RowIndex) => void;
  /** The depth id of `row`, once it is known. */
  onCurrent: (depthId: string) => void;
  onCrash: (error: unknown) => void;
};

export function CallList(props: Props) {
  const { row, onPick } = props;
  const id = useId();
  const { windows, place } = useCalls(props);
  const { scroller, height, first, last, base, reveal } = useVirtualRows(windows?.count ?? 0, ROW);
  useEffect(() => {
    windows?.want(first, last).catch(props.onCrash);
  }, [windows, first, last, props.onCrash]);
  useLayoutEffect(() => {
    if (place >= 0) reveal(place);
  }, [place, reveal]);
  const shown: number[] = [];
  for (let index = first; index <= last; index++) shown.push(index);
  const step = (by: number) => {
    const next = windows?.row(place + by);
    if (next) onPick(next.row);
  };
  return (
    <div ref={scroller} className="dbg-scroll" data-testid="calls">
      <div
        role="listbox"
        aria-label="Execution"
        tabIndex={0}
        aria-activedescendant={place >= 0 ? `${id}-${place}` : undefined}
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
          const view = windows?.row(index);
          const current = view !== undefined && view.row === row;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names its active row
            <div
              key={index}
              id={`${id}-${index}`}
              role="option"
              aria-selected={current}
              className={classes('dbg-call', current && 'is-current', view?.failed && 'is-failed')}
              style={{ top: index * ROW - base }}
              title={view && titleOf(view)}
              onClick={() => view && onPick(view.row)}
            >
              {view && (
                <span className="dbg-call-text" style={{ paddingLeft: Math.min(view.depth, MOST_INDENT) * 11 }}>
                  <i aria-hidden="true" className={`is-${KINDS[view.kind] ?? 'call'}`}>
                    {view.failed ? '✕' : (GLYPHS[view.kind] ?? '→')}
                  </i>
                  {nameOf(view)}
                </span>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

const GLYPHS: Partial<Record<RowKind, string>> = {
  [RowKind.staticcall]: '⇢',
  [RowKind.delegatecall]: '⇒',
  [RowKind.callcode]: '⇒',
  [RowKind.create]: '+',
  [RowKind.create2]: '+',
  [RowKind.selfdestruct]: '✝',
  [RowKind.log]: '◆',
};
const KINDS: Partial<Record<RowKind, string>> = {
  [RowKind.create]: 'create',
  [RowKind.create2]: 'create',
  [RowKind.log]: 'event',
  [RowKind.selfdestruct]: 'stop',
  [RowKind.staticcall]: 'read',
  [RowKind.delegatecall]: 'create',
  [RowKind.callcode]: 'create',
};

function nameOf({ kind, to, from, toName, fromName, implementationName, functionName, selector }: RowView): string {
  const isLog = kind === RowKind.log;
  const address = isLog ? from : (to ?? from);
  const contract = (isLog ? fromName : (implementationName ?? toName))?.text ?? shorten(address);
  const method = functionName?.text.replace(/\(.*$/, '') ?? selector;
  return method === undefined ? contract : `${contract}.${method}`;
}

function titleOf(view: RowView): string {
  const gas = view.gasUsed === undefined ? '' : ` · ${formatInteger(view.gasUsed)} gas`;
  const error = view.error === undefined ? '' : ` · ${view.error.reason ?? view.error.message}`;
  return `${view.depthId} ${nameOf(view)}${gas}${error}`;
}

/** The visible rows, and the place of the current one among them. */
function useCalls({ api, handle, known, row, onCurrent, onCrash }: Props) {
  const [calls, setCalls] = useState<{ windows: RowWindows | undefined; place: number; generation: number }>({
    windows: undefined,
    place: -1,
    generation: 0,
  });
  const held = useRef<{ windows: RowWindows; known: number } | undefined>(undefined);
  const told = useRef(onCurrent);
  told.current = onCurrent;
  useEffect(() => {
    let current = true;
    const follow = async () => {
      const view: ViewState & { index?: VisibleIndex } =
        row === undefined ? await api.view(handle) : await api.reveal(handle, row);
      if (!current) return;
      const place = view.index ?? -1;
      const before = held.current;
      if (before?.windows.version !== view.version || before.known !== known) {
        const windows = new RowWindows(
          view.version,
          view.visibleCount,
          (start, count) => api.rows(handle, start, count),
          () => setCalls((now) => ({ ...now, generation: now.generation + 1 })),
        );
        held.current = { windows, known };
      }
      const windows = held.current?.windows;
      if (windows && place >= 0) {
        await windows.want(Math.max(0, place - 20), place + 20);
        const found = windows.row(place);
        if (current && found && found.row === row) told.current(found.depthId);
      }
      if (current) setCalls((now) => ({ windows, place, generation: now.generation + 1 }));
    };
    follow().catch(onCrash);
    return () => {
      current = false;
    };
  }, [api, handle, known, row, onCrash]);
  return calls;
}
