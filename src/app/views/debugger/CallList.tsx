/** The calls and events of the trace, the one that runs marked. Folding is that of the call trace. */
import { useEffect, useId, useLayoutEffect } from 'react';
import { formatInteger } from '../../../core/format/counts';
import { shorten } from '../../../core/format/shorten';
import { type RowIndex, RowKind } from '../../../core/trace/rows';
import type { RowView, ViewState, VisibleIndex } from '../../../workers/trace/rows.api';
import { classes } from '../../ui/classes';
import { useVirtualRows } from '../../ui/use-virtual-rows';
import { useLoaded } from '../../use-loaded';
import { usePages } from '../../use-pages';
import { useTraceApi } from '../../wiring';
import { useOpenTrace, usePageTransaction } from '../transaction/open-trace-context';

const ROW = 24;
const MAX_INDENT = 12;

/** Rows asked for together; pages begin at multiples of it. */
const PAGE = 64;
const MAX_PAGES = 24;

type Props = {
  /** The row whose code runs. */
  row: RowIndex | undefined;
  onPick: (row: RowIndex) => void;
};

export function CallList({ row, onPick }: Props) {
  const id = useId();
  const { selectRow } = usePageTransaction();
  const { count, place, at, rows } = useCalls(row);
  const { scroller, height, first, last, base, reveal } = rows;
  const current = at(place);
  const depthId = current !== undefined && current.row === row ? current.depthId : undefined;
  useEffect(() => {
    if (depthId !== undefined) selectRow(depthId);
  }, [depthId, selectRow]);
  useLayoutEffect(() => {
    if (place >= 0 && place < count) reveal(place);
  }, [place, count, reveal]);
  const shown: number[] = [];
  for (let index = first; index <= last; index++) shown.push(index);
  const step = (by: number) => {
    const next = at(place + by);
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
          const view = at(index);
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
                <span className="dbg-call-text" style={{ paddingLeft: Math.min(view.depth, MAX_INDENT) * 11 }}>
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

function nameOf(view: RowView): string {
  const { from, to, fromName, toName, functionName } = view;
  const isLog = view.kind === RowKind.log;
  const implementationName = 'implementationName' in view ? view.implementationName : undefined;
  const contract = (isLog ? fromName : (implementationName ?? toName))?.text ?? shorten(isLog ? from : (to ?? from));
  const method = functionName?.text.replace(/\(.*$/, '') ?? ('selector' in view ? view.selector : undefined);
  return method === undefined ? contract : `${contract}.${method}`;
}

function titleOf(view: RowView): string {
  const gas = view.gasUsed === undefined ? '' : ` · ${formatInteger(view.gasUsed)} gas`;
  const failed = 'error' in view ? view.error : undefined;
  const error = failed === undefined ? '' : ` · ${failed.reason ?? failed.message}`;
  return `${view.depthId} ${nameOf(view)}${gas}${error}`;
}

/** The visible rows, and the place of the current one among them; -1 while it is not known. */
function useCalls(row: RowIndex | undefined) {
  const api = useTraceApi();
  const { handle, known, lost } = useOpenTrace();
  const load = async (): Promise<ViewState & { index?: VisibleIndex }> =>
    row === undefined ? api.view(handle) : api.reveal(handle, row);
  const view = useLoaded(`${handle}`, load, { version: `${row} ${known}`, onLost: lost });
  const count = view?.visibleCount ?? 0;
  const rows = useVirtualRows(count, ROW);
  const list = {
    key: `${handle}`,
    version: `${view?.version} ${known}`,
    pageSize: PAGE,
    maxPages: MAX_PAGES,
    read: async (start: number, length: number) => {
      const window = await api.rows(handle, start as VisibleIndex, length);
      return window.version === view?.version ? window.rows : undefined;
    },
    onLost: lost,
  };
  const at = usePages(list, rows.first, rows.last);
  return { count, place: view?.index ?? -1, at, rows };
}
