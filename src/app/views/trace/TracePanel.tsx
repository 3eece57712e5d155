/**
 * The call trace panel of one open trace: tools, tree, row details.
 *
 * Loaded after the head of the page. The worker keeps the trace; this holds
 * what is on the screen of it.
 */

import {
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { NativeCurrency } from '../../../core/chain/network';
import { isInsideId } from '../../../core/trace/merged-tree';
import { type TraceToggles, withToggle } from '../../../core/trace/toggles';
import { savePreference } from '../../../db/preferences';
import type { TraceService } from '../../../workers/client';
import type { TraceHandle } from '../../../workers/ids';
import type { OpenedTrace, TraceSummary } from '../../../workers/trace/open-trace.api';
import type { Outcome, RowView } from '../../../workers/trace/rows.api';
import { sayPageShown } from '../../page-stages';
import { usePageKeys } from '../../ui/keys';
import { PanelNote } from '../../ui/PanelNote';
import { useMediaQuery } from '../../ui/use-media-query';
import { useLoaded } from '../../use-loaded';
import { RowDetailPreview } from './RowDetailPreview';
import { RowNoteEditor } from './RowNoteEditor';
import { contentHeight } from './row-layout';
import type { RowNotes } from './row-notes';
import { INDENT, type RowLook } from './TraceRow';
import { amongFrames, findNeighbour, TraceToolbar } from './TraceToolbar';
import { TraceTree } from './TraceTree';
import { TREE_KEYS } from './tree-keys';
import { TreeModel } from './tree-model';
import { useSearch } from './use-search';
import { useSourceRows } from './use-source-rows';
import { ValuePopover } from './ValuePopover';
import './trace.css';

/** Below this width there is no room for a preview between rows: it is a sheet. */
const PHONE = '(max-width: 767px)';
/** Share of the panel's width that indentation may take. */
const INDENT_SHARE = 0.3;

export type TracePanelProps = {
  api: TraceService;
  summary: TraceSummary;
  /** What it is shown with before anything is asked. */
  first: OpenedTrace['first'];
  outcome: Outcome | undefined;
  /** Grows when more became known of the trace: its rows read otherwise now. */
  known: number;
  currency: NativeCurrency;
  /** Depth id of the selected row, as the address of the page has it. */
  openAt: string | undefined;
  /** The reader selected a row. */
  onSelect: (depthId: string) => void;
  /** The worker no longer has the trace: open it again. */
  onLost: (error: unknown) => void;
  /** Rows were drawn, and no rows of the sources are on their way: the panel is as high as it stays. */
  onShown?: (() => void) | undefined;
  /** The reader's notes at rows; absent where notes cannot be kept. */
  notes?: RowNotes | undefined;
  /** Shown between tools and tree: banners, questions. */
  children?: ReactNode;
  /** Shown below the tree, where it moves nothing that is being read. */
  footer?: ReactNode;
};

export function TracePanel(props: TracePanelProps) {
  const { api, onLost } = props;
  const { handle, numbering } = props.summary;
  const [model, setModel] = useState<TreeModel>();
  const [missing, setMissing] = useState<string>();
  const [awaited, setAwaited] = useState<string>();
  const [gas, setGas] = useState(props.first.toggles.gas);
  const latest = useRef(props);
  latest.current = props;

  // In the frame in which the panel is drawn first, where no row is to be found before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that got other numbers are another tree
  useLayoutEffect(() => {
    let started = false;
    let current = true;
    const { openAt, summary } = latest.current;
    const created = new TreeModel(
      api,
      handle,
      summary.view,
      latest.current.first.rows,
      (row) => {
        if (started) latest.current.onSelect(row.depthId);
      },
      (error) => latest.current.onLost(error),
    );
    // The reader came for the row in the address, or for what failed.
    const start = async () => {
      const found = openAt !== undefined && (await created.revealId(openAt));
      // A row of the sources is not there before they are.
      const waits = openAt !== undefined && !found && isInsideId(openAt);
      if (waits) {
        await created.setToggles(withToggle(created.snapshot().view.toggles, 'full', true));
        await created.revealId(openAt.slice(0, openAt.lastIndexOf('.')));
      }
      if (current && openAt !== undefined && !found && !waits) setMissing(openAt);
      if (current && waits) setAwaited(openAt);
      if (!found && !waits && summary.failingRow !== undefined) await created.reveal(summary.failingRow);
      started = true;
      if (current) setModel(created);
    };
    start().catch((error) => latest.current.onLost(error));
    return () => {
      current = false;
      created.close();
      setModel(undefined);
    };
  }, [api, handle, numbering]);

  if (!model) return <div className="trace-panel" style={{ height: 96 }} aria-busy="true" />;
  return (
    <OpenPanel
      {...props}
      onLost={onLost}
      model={model}
      missing={missing}
      onMissing={setMissing}
      awaited={awaited}
      gas={gas}
      onGas={setGas}
    />
  );
}

type OpenProps = TracePanelProps & {
  model: TreeModel;
  /** A depth id that leads to no row. */
  missing: string | undefined;
  onMissing: (depthId: string) => void;
  /** The depth id of a row of the sources that the address names, which were not there when the panel opened. */
  awaited: string | undefined;
  gas: boolean;
  onGas: (shown: boolean) => void;
};

function OpenPanel(props: OpenProps) {
  const { api, known, summary, outcome, currency, model, missing, openAt, notes, gas, onLost, children, footer } =
    props;
  const panel = useRef<HTMLElement>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const [value, setValue] = useState<{ view: RowView; path: string; anchor: HTMLElement }>();
  const levels = useLevels(panel);
  const phone = useMediaQuery(PHONE);
  const view = useSyncExternalStore(model.subscribe, model.view);
  const detail = useSyncExternalStore(model.subscribe, model.detail);
  const search = useSearch(api, summary.handle, model, view.inside && view.toggles.full ? 'sources' : 'calls');
  const rootGas = useRootGas(model);
  const look = useMemo<RowLook>(() => ({ levels, gas, rootGas, currency }), [levels, gas, rootGas, currency]);
  const focusTree = useCallback(() => {
    panel.current?.querySelector<HTMLElement>('[role="tree"]')?.focus({ preventScroll: true });
  }, []);
  usePanelKeys(model, summary, searchBox);
  useFollowAddress(model, openAt);
  useKnown(model, known);
  useKeptToggles(view.toggles, gas);
  const sourceRows = useSourceRows(api, summary.handle, view, model.refresh);
  useAwaited(model, props.awaited, view.inside || sourceRows.failure !== undefined, props.onMissing);
  useNotesInSearch(api, summary.handle, notes, onLost);

  useEffect(sayPageShown, []);
  const { onShown } = props;
  useEffect(() => {
    if (!sourceRows.reading) onShown?.();
  }, [onShown, sourceRows.reading]);

  const closeValue = useCallback(() => setValue(undefined), []);
  const renderDetail = useCallback(
    (row: RowView) => (
      <RowDetailPreview
        api={api}
        handle={summary.handle}
        view={row}
        currency={currency}
        reading={sourceRows.reading}
        extra={notes && <RowNoteEditor key={row.depthId} depthId={row.depthId} notes={notes} />}
        onClose={() => {
          model.closeDetail();
          focusTree();
        }}
      />
    ),
    [api, summary.handle, currency, sourceRows.reading, notes, model, focusTree],
  );
  const height = contentHeight({ count: view.visibleCount, detailIndex: detail && !phone ? detail.index : -1 });
  const failed = outcome?.status === 'failed';
  return (
    <section
      ref={panel}
      className="trace-panel"
      aria-label="Call trace"
      aria-busy={sourceRows.reading}
      style={{ '--trace-content': `${height}px` } as React.CSSProperties}
    >
      <TraceToolbar
        model={model}
        summary={summary}
        hasNotes={notes !== undefined && notes.byId.size > 0}
        search={search}
        searchBox={searchBox}
        gas={gas}
        onGas={props.onGas}
        sourceRows={sourceRows}
        onLeave={focusTree}
      />
      {children}
      {missing !== undefined && (
        <PanelNote>This trace has no row {missing.slice(0, 40)}: the link may belong to another transaction.</PanelNote>
      )}
      {failed && (
        <PanelNote>
          The transaction failed, so every effect below was undone; it paid for the gas all the same.
        </PanelNote>
      )}
      <TraceTree
        model={model}
        api={api}
        look={look}
        notes={notes?.byId}
        dimUndone={!failed}
        searchVersion={search.version}
        detailInline={!phone}
        sheet={sheet}
        renderDetail={renderDetail}
        onValue={(row, path, anchor) => setValue({ view: row, path, anchor })}
        label="Call trace"
      />
      {/* Below the tree: it comes when the rows are read already. */}
      {sourceRows.failure && view.toggles.full && (
        <PanelNote>Internal calls and storage are not shown: {sourceRows.failure.message}</PanelNote>
      )}
      {footer}
      {detail && phone && (
        <div ref={sheet} className="trace-sheet">
          {renderDetail(detail.view)}
        </div>
      )}
      {value && <ValuePopover api={api} handle={summary.handle} {...value} onClose={closeValue} />}
    </section>
  );
}

/** Selects the row that the address names, unless it is selected: the address changed by a link, or by going back or forward. */
function useFollowAddress(model: TreeModel, depthId: string | undefined): void {
  const followed = useRef(depthId);
  // Before anything else is selected: a selection that is made here is in the address within the same rendering.
  useLayoutEffect(() => {
    if (followed.current === depthId) return;
    followed.current = depthId;
    if (depthId === undefined || model.snapshot().selected?.view.depthId === depthId) return;
    model.revealId(depthId).catch(model.onCrash);
  }, [model, depthId]);
}

/** Tells the worker what is noted, which the filter of comments looks at. */
function useNotesInSearch(
  api: Pick<TraceService, 'setNotes'>,
  handle: TraceHandle,
  notes: RowNotes | undefined,
  onLost: (error: unknown) => void,
): void {
  const byId = notes?.byId;
  useEffect(() => {
    if (byId) api.setNotes(handle, [...byId.values()]).catch(onLost);
  }, [api, handle, byId, onLost]);
}

/** Keeps what is shown for the next trace, once the reader changed it. */
function useKeptToggles(toggles: TraceToggles, gas: boolean): void {
  const before = useRef({ toggles, gas });
  useEffect(() => {
    if (sameToggles(before.current.toggles, toggles) && before.current.gas === gas) return;
    before.current = { toggles, gas };
    void savePreference('traceToggles', { ...toggles, gas });
  }, [toggles, gas]);
}

function sameToggles(a: TraceToggles, b: TraceToggles): boolean {
  return a.full === b.full && a.storage === b.storage && a.events === b.events;
}

/** Selects the row that the address names once the rows of the sources are there; `settled` when they are, or will not be. */
function useAwaited(
  model: TreeModel,
  awaited: string | undefined,
  settled: boolean,
  onMissing: (depthId: string) => void,
): void {
  const done = useRef(false);
  useEffect(() => {
    if (awaited === undefined || !settled || done.current) return;
    done.current = true;
    model.revealId(awaited).then((found) => found || onMissing(awaited), model.onCrash);
  }, [model, awaited, settled, onMissing]);
}

/** Fetches the rows again when more became known of them. */
function useKnown(model: TreeModel, known: number): void {
  const shown = useRef(known);
  useEffect(() => {
    if (shown.current === known) return;
    shown.current = known;
    void model.refresh();
  }, [model, known]);
}

/** Keys of the whole page, and those of the tree for the list of keys. */
function usePanelKeys(
  model: TreeModel,
  summary: TraceSummary,
  searchBox: React.RefObject<HTMLInputElement | null>,
): void {
  const toRevert = (by: 1 | -1) => {
    const target = findNeighbour(summary.failedRows, amongFrames(model.snapshot().selected?.view), by);
    if (target !== undefined) void model.reveal(target);
  };
  usePageKeys('Call trace', [
    { key: '/', label: 'Search in trace', run: () => searchBox.current?.focus() },
    ...(summary.failedCount > 0
      ? [
          { key: '[', label: 'Previous revert', run: () => toRevert(-1) },
          { key: ']', label: 'Next revert', run: () => toRevert(1) },
        ]
      : []),
    ...TREE_KEYS,
  ]);
}

/** Gas of the root row, 0 while it is unknown. It usually arrives with the first rows, so that they are drawn once. */
function useRootGas(model: TreeModel): number {
  const first = model.snapshot().windows.row(0)?.gasUsed ?? 0;
  return useLoaded('gas of the root', () => model.rootGas(), { version: model, onLost: model.onCrash }) ?? first;
}

/** Levels that indentation shows in the width of `element`; rows are drawn anew where it takes another number. */
function useLevels(element: React.RefObject<HTMLElement | null>): number {
  const [levels, setLevels] = useState(() => levelsIn(widthBeforeLayout()));
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setLevels(levelsIn(entry.contentRect.width)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return levels;
}

function levelsIn(width: number): number {
  return Math.max(3, Math.floor((width * INDENT_SHARE) / INDENT));
}

/** What page and columns make of the panel's width in this window, px: good for the first rows, until it is measured. */
function widthBeforeLayout(): number {
  const page = Math.min(window.innerWidth, 1_600) - (window.innerWidth < 640 ? 24 : 40);
  return (window.innerWidth < 1_024 ? page : page - 354) - 2;
}
