/**
 * The call trace panel of one open trace: tools, tree, row details.
 *
 * Loaded after the head of the page. The worker keeps the trace; this holds
 * what is on the screen of it.
 */

import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { NativeCurrency } from '../../../core/chain/network';
import type { TraceToggles } from '../../../core/trace/toggles';
import type { TraceService } from '../../../workers/client';
import type { TraceHandle } from '../../../workers/ids';
import type { OpenedTrace, TraceSummary } from '../../../workers/trace/open-trace.api';
import type { Outcome, RowView } from '../../../workers/trace/rows.api';
import { pageShown, sayPageShown } from '../../page-stages';
import { usePageKeys } from '../../ui/keys';
import { lazyPart } from '../../ui/lazy-part';
import { PanelNote } from '../../ui/PanelNote';
import { useMediaQuery } from '../../ui/use-media-query';
import { useLoaded } from '../../use-loaded';
import { contentHeight } from './row-layout';
import type { RowNotes } from './row-notes';
import { INDENT, type RowLook } from './TraceRow';
import { amongFrames, findNeighbour, TraceToolbar } from './TraceToolbar';
import { TraceTree } from './TraceTree';
import { TREE_KEYS } from './tree-keys';
import type { TreeModel } from './tree-model';
import { useSearch } from './use-search';
import { useSourceRows } from './use-source-rows';
import { useTreeInStep } from './use-tree-in-step';
import { type RowSearch, useTreeModel } from './use-tree-model';
import './trace.css';

// What a click on a row or a value opens, in room of a height that is known: loaded once the rows are shown.
const RowDetailPreview = lazyPart(async () => (await import('./RowDetailPreview')).RowDetailPreview);
const RowNoteEditor = lazyPart(async () => (await import('./RowNoteEditor')).RowNoteEditor);
const ValuePopover = lazyPart(async () => (await import('./ValuePopover')).ValuePopover);

/** Below this width there is no room for a preview between rows: it is a sheet. */
const PHONE = '(max-width: 767px)';

export type TracePanelProps = {
  api: TraceService;
  summary: TraceSummary;
  /** View and rows that are shown before the worker is asked for any. */
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
  const { model, ...place } = useTreeModel(props);
  const [gas, setGas] = useState(props.first.toggles.gas);
  if (!model) return <div className="trace-panel" style={{ height: 96 }} aria-busy="true" />;
  return <OpenPanel {...props} {...place} model={model} gas={gas} onGas={setGas} />;
}

type OpenProps = TracePanelProps &
  RowSearch & {
    model: TreeModel;
    gas: boolean;
    onGas: (shown: boolean) => void;
  };

function OpenPanel(props: OpenProps) {
  const { api, known, summary, outcome, currency, model, openAt, notes, gas, onLost, children, footer } = props;
  const { missing, awaited, onMissing } = props;
  const panel = useRef<HTMLElement>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const [value, setValue] = useState<{ view: RowView; path: string; anchor: HTMLElement }>();
  const levels = useIndentLevels(panel);
  const phone = useMediaQuery(PHONE);
  const view = useSyncExternalStore(model.subscribe, model.view);
  const detail = useSyncExternalStore(model.subscribe, model.detail);
  const searched = view.inside && view.toggles.full && `sources ${view.toggles.foldsLibraries}`;
  const noted = useNotesInSearch(api, summary.handle, notes, onLost);
  const search = useSearch(api, summary.handle, model, `${searched} ${known} ${noted}`);
  const rootGas = useRootGas(model);
  const look = useMemo<RowLook>(() => ({ levels, gas, rootGas, currency }), [levels, gas, rootGas, currency]);
  const focusTree = useCallback(() => {
    panel.current?.querySelector<HTMLElement>('[role="tree"]')?.focus({ preventScroll: true });
  }, []);
  usePanelKeys(model, summary, searchBox);
  const sourceRows = useSourceRows(api, summary.handle, view, model.refresh);
  const isSettled = view.inside || sourceRows.failure !== undefined;
  useTreeInStep(model, { openAt, known, awaited, isSettled, onMissing });
  useKeptToggles(view.toggles, gas);

  useEffect(sayPageShown, []);
  useEffect(() => {
    void pageShown().then(() => {
      for (const part of [RowDetailPreview, RowNoteEditor, ValuePopover]) void part.preload();
    });
  }, []);
  const { onShown } = props;
  useEffect(() => {
    if (!sourceRows.reading) onShown?.();
  }, [onShown, sourceRows.reading]);

  // What was clicked takes no focus: the tree has the keys again.
  const closeValue = useCallback(() => {
    focusTree();
    setValue(undefined);
  }, [focusTree]);
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
      // Rows of the sources wait for the execution behind the rows that are there.
      data-behind={summary.replaying ? 'busy' : undefined}
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
      {missing !== undefined && missing === openAt && (
        <PanelNote>This trace has no row {missing.slice(0, 40)}: the link may belong to another transaction.</PanelNote>
      )}
      {failed && (
        <PanelNote>
          The transaction failed, so every effect of these calls was undone; it paid for the gas all the same.
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

/** Tells the worker what is noted, which the filter of comments looks at. Returns how many times it was told. */
function useNotesInSearch(
  api: Pick<TraceService, 'setNotes'>,
  handle: TraceHandle,
  notes: RowNotes | undefined,
  onLost: (error: unknown) => void,
): number {
  const byId = notes?.byId;
  const [told, setTold] = useState(0);
  useEffect(() => {
    if (byId) api.setNotes(handle, [...byId.values()]).then(() => setTold((before) => before + 1), onLost);
  }, [api, handle, byId, onLost]);
  return told;
}

/** Keeps what is shown for the next trace, once the reader changed it. */
function useKeptToggles(toggles: TraceToggles, gas: boolean): void {
  const before = useRef({ toggles, gas });
  useEffect(() => {
    if (sameToggles(before.current.toggles, toggles) && before.current.gas === gas) return;
    before.current = { toggles, gas };
    // The code of the database is loaded behind the tree.
    void import('../../../db/reader/preferences').then(({ savePreference }) =>
      savePreference('traceToggles', { ...toggles, gas }),
    );
  }, [toggles, gas]);
}

function sameToggles(a: TraceToggles, b: TraceToggles): boolean {
  const ofSources = a.full === b.full && a.storage === b.storage && a.foldsLibraries === b.foldsLibraries;
  return ofSources && a.events === b.events;
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

/** Share of the panel's width that indentation may take. */
const INDENT_SHARE = 0.3;

/** Returns how many levels indentation shows in the width of `element`; rows are drawn anew where it takes another number. */
function useIndentLevels(element: React.RefObject<HTMLElement | null>): number {
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

/**
 * Computes the panel's width in this window from the widths of page and columns, px: good for the first rows, until it
 * is measured.
 */
function widthBeforeLayout(): number {
  const page = Math.min(window.innerWidth, 1_600) - (window.innerWidth < 640 ? 24 : 40);
  return (window.innerWidth < 1_024 ? page : page - 354) - 2;
}
