/** The calls and events of the trace, the one that runs marked. Folding is that of the call trace. */
import { useEffect, useLayoutEffect } from 'react';
import { contractOf } from '../../../core/contract/labels/callee-name';
import { formatInteger } from '../../../core/format/counts';
import { shorten } from '../../../core/format/shorten';
import { type RowIndex, RowKind } from '../../../core/trace/rows';
import type { RowView, ViewState, VisibleIndex } from '../../../workers/trace/rows.api';
import { classes } from '../../ui/classes';
import { useVirtualRows } from '../../ui/use-virtual-rows';
import { useLoaded } from '../../use-loaded';
import { usePages } from '../../use-pages';
import { useTraceApi } from '../../wiring';
import { useOpenTrace, usePageTransaction } from '../open-trace/open-trace-context';
import { ExecutionLine } from './ExecutionLine';
import { RowList } from './RowList';

const ROW = 24;
/** Rows asked for together; pages begin at multiples of it. */
const PAGE = 64;
const MAX_PAGES = 24;

type Props = {
  /** The row whose code runs. */
  row: RowIndex | undefined;
  onPick: (row: RowIndex) => void;
};

export function CallList({ row, onPick }: Props) {
  const { selectRow } = usePageTransaction();
  const { count, place, at, rows } = useCalls(row);
  const { reveal } = rows;
  const current = at(place);
  const depthId = current !== undefined && current.row === row ? current.depthId : undefined;
  useEffect(() => {
    if (depthId !== undefined) selectRow(depthId);
  }, [depthId, selectRow]);
  useLayoutEffect(() => {
    if (place >= 0 && place < count) reveal(place);
  }, [place, count, reveal]);
  return (
    <RowList
      label="Execution"
      testId="calls"
      rows={rows}
      total={count}
      rowHeight={ROW}
      active={place}
      onMove={(by) => {
        const next = at(place + by);
        if (next) onPick(next.row);
      }}
      onPick={(index) => {
        const picked = at(index);
        if (picked) onPick(picked.row);
      }}
      draw={(index) => {
        const view = at(index);
        return {
          isCurrent: view !== undefined && view.row === row,
          className: classes('dbg-call', view?.failed && 'is-failed'),
          content: view && (
            <ExecutionLine
              kind={view.kind}
              depth={view.depth}
              failed={view.failed}
              text={nameOf(view)}
              title={titleOf(view)}
            />
          ),
        };
      }}
    />
  );
}

function nameOf(view: RowView): string {
  const { from, to, fromName, functionName } = view;
  const isLog = view.kind === RowKind.log;
  const contract = (isLog ? fromName : contractOf(view))?.text ?? shorten(isLog ? from : (to ?? from));
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
