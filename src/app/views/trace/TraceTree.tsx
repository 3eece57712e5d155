/**
 * The tree of a trace: a window of rows inside a scrolled element, pinned
 * ancestors above, the open detail below its row, the overview strip beside.
 *
 * The tree element holds the focus and names the selected row as its active
 * descendant, so the focus is never lost to a row that scrolled away; the
 * selected row stays in the document wherever the window is.
 */
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  type RefObject,
  useId,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import type { RowView } from '../../../workers/trace/rows.api';
import type { TraceApi } from '../../../workers/trace/trace.api';
import { OverviewStrip } from './OverviewStrip';
import { type Drawn, useRowBudget } from './row-budget';
import { type Layout, offsetOf, ROW_HEIGHT } from './row-layout';
import type { RowNotes } from './row-notes';
import type { RowWindows } from './row-windows';
import { PlaceholderRow, RowBody, type RowLook, TraceRow } from './TraceRow';
import { actOnKey } from './tree-keys';
import type { TreeModel } from './tree-model';
import type { TreeSnapshot } from './tree-snapshot';
import { type RenderedRows, useScroll } from './use-scroll';

/** Rows are placed relative to a block of so many, so that scrolling moves one element and not every row. */
const BLOCK = 4096;

type Props = {
  model: TreeModel;
  api: Pick<TraceApi, 'overview'>;
  look: RowLook;
  /** The reader's notes, by depth id. */
  notes?: RowNotes['byId'] | undefined;
  /** Whether rows of reverted frames are marked; they are not where the whole transaction was reverted. */
  dimUndone: boolean;
  /** Grows with each search, for the strip. */
  searchVersion: number;
  /** The detail opens inside the tree; otherwise elsewhere, as a sheet. */
  detailInline: boolean;
  /** The sheet, which may lie over the tree. */
  sheet?: RefObject<HTMLElement | null>;
  renderDetail: (view: RowView) => ReactNode;
  /** A click on a value that was cut: `in.0`, `out.1`, `error.0`. */
  onValue: (view: RowView, path: string, anchor: HTMLElement) => void;
  label: string;
};

export function TraceTree(props: Props) {
  const { model, look } = props;
  const snapshot = useSyncExternalStore(model.subscribe, model.snapshot);
  const { detail, view, windows, selected } = snapshot;
  const detailIndex = props.detailInline && detail ? detail.index : -1;
  const layout = useMemo<Layout>(() => ({ count: view.visibleCount, detailIndex }), [view.visibleCount, detailIndex]);
  const sheet = { at: props.sheet, open: detail !== undefined && !props.detailInline };
  const { scroller, rendered, extent, scrolled, mostPinned, scrollTo } = useScroll(model, layout, snapshot.wish, sheet);
  const tree = useRef<HTMLDivElement>(null);
  const treeId = useId();
  const top = offsetOf(layout, rendered.topIndex);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target === tree.current && actOnKey(model, event, Math.max(1, rendered.fits - 2))) event.preventDefault();
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    const row = target.closest<HTMLElement>('[data-index]');
    if (!row) return;
    const index = Number(row.dataset.index);
    const rowView = windows.row(index);
    const value = target.closest<HTMLElement>('[data-value]');
    if (!rowView) return;
    // The tree has the focus, not a row that may scroll away; keys act on it.
    if (!value) tree.current?.focus({ preventScroll: true });
    if (value) props.onValue(rowView, value.dataset.value ?? '', value);
    else if (target.closest('[data-twisty]')) void model.toggle(index);
    // What a row stands for in the source is one click away.
    else void model.select(index, view.inside && props.detailInline);
  };
  const onDoubleClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    const row = target.closest<HTMLElement>('[data-index]');
    // Where one click opens the details, two are not to close them.
    const opened = view.inside && props.detailInline;
    if (row && !opened && !target.closest('[data-twisty], [data-value]'))
      void model.toggleDetail(Number(row.dataset.index));
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_28px] sm:grid-cols-[minmax(0,1fr)_46px]">
      <div className="trace-scroller" ref={scroller} data-testid="trace-scroller">
        <PinnedRows
          model={model}
          snapshot={snapshot}
          rendered={rendered}
          most={mostPinned}
          look={look}
          onPick={() => tree.current?.focus({ preventScroll: true })}
        />
        <div className="trace-spacer" style={{ height: scrolled }}>
          <div
            ref={tree}
            id={treeId}
            className="trace-tree"
            role="tree"
            tabIndex={0}
            aria-label={props.label}
            aria-activedescendant={selected ? rowId(treeId, selected.view) : undefined}
            onKeyDown={onKeyDown}
            onClick={onClick}
            onDoubleClick={onDoubleClick}
          >
            <Rows
              key={view.inside ? 'sources' : 'calls'}
              windows={windows}
              generation={snapshot.generation}
              selected={selected}
              detail={detail}
              first={rendered.first}
              last={rendered.last}
              base={rendered.base}
              layout={layout}
              treeId={treeId}
              look={look}
              notes={props.notes}
              dimUndone={props.dimUndone}
            />
          </div>
          {detail && props.detailInline && (
            <div
              className="trace-detail-place"
              style={{ top: offsetOf(layout, detail.index) + ROW_HEIGHT - rendered.base }}
            >
              {props.renderDetail(detail.view)}
            </div>
          )}
        </div>
      </div>
      <OverviewStrip
        api={props.api}
        handle={model.handle}
        version={`${view.version}.${props.searchVersion}`}
        rowCount={view.visibleCount}
        extent={extent}
        top={top}
        onMove={scrollTo}
      />
    </div>
  );
}

type RowsProps = Pick<Props, 'look' | 'notes' | 'dimUndone'> &
  Pick<TreeSnapshot, 'windows' | 'generation' | 'selected' | 'detail'> &
  Pick<RenderedRows, 'first' | 'last' | 'base'> & { layout: Layout; treeId: string };

/** The rendered rows. Most scroll events change none of its properties, and so render none of it. */
const Rows = memo(function Rows(props: RowsProps) {
  const { windows, selected, detail, first, last, base, layout, treeId, look, notes, dimUndone } = props;
  const origin = offsetOf(layout, Math.floor(first / BLOCK) * BLOCK);
  const viewAt = (index: number) => windows.row(index) ?? (selected?.index === index ? selected.view : undefined);
  const drawn = useRowBudget({ first, last, must: selected?.index ?? -1 }, viewAt, look);
  const render = (index: number, { view, look }: Drawn, awayAt?: number) => (
    <TraceRow
      key={view.row}
      id={rowId(treeId, view)}
      view={view}
      index={index}
      top={awayAt ?? offsetOf(layout, index) - origin}
      away={awayAt !== undefined}
      selected={selected?.index === index}
      open={detail?.index === index}
      dimmed={dimUndone && view.undone}
      look={look}
      note={notes?.get(view.depthId)}
    />
  );
  const rows: ReactNode[] = [];
  for (let index = first; index <= last; index++) {
    const row = drawn.get(index);
    if (row) rows.push(render(index, row));
    else rows.push(<PlaceholderRow key={`p${index}`} index={index} top={offsetOf(layout, index) - origin} />);
  }
  // The active descendant must exist; where it really lies may be further than the element is tall.
  if (selected && (selected.index < first || selected.index > last)) {
    const away = render(selected.index, { view: selected.view, look }, offsetOf(layout, first) - origin);
    if (selected.index < first) rows.unshift(away);
    else rows.push(away);
  }
  return (
    <div role="none" className="trace-layer" style={{ transform: `translateY(${origin - base}px)` }}>
      {rows}
    </div>
  );
});

type PinnedProps = Pick<Props, 'model' | 'look'> & {
  snapshot: TreeSnapshot;
  rendered: RenderedRows;
  /** Rows that may be pinned. */
  most: number;
  onPick: () => void;
};

/** The chain of ancestors of the first visible row; a click leads to the ancestor. */
function PinnedRows({ model, snapshot, rendered, most, look, onPick }: PinnedProps) {
  const shown = useRef<PinnedAncestors>({ rows: [], omitted: 0 });
  const scrolled = rendered.topIndex > 0;
  const pinned = scrolled ? findPinnedAncestors(snapshot.windows, rendered.topIndex, most) : { rows: [], omitted: 0 };
  if (pinned) shown.current = pinned;
  const { rows, omitted } = shown.current;
  if (rows.length === 0) return <div className="trace-pinned" />;
  return (
    <div className="trace-pinned" aria-hidden="true">
      <div className="trace-pinned-rows">
        {rows.map((view, at) => (
          <button
            key={view.row}
            type="button"
            tabIndex={-1}
            className={`trace-row ${view.failure ? 'is-failing' : ''}`}
            onClick={() => {
              void model.reveal(view.row);
              onPick();
            }}
          >
            <RowBody view={view} look={look} />
            {omitted > 0 && at === 1 && <span className="trace-omitted">{omitted} levels between not shown</span>}
          </button>
        ))}
      </div>
    </div>
  );
}

function rowId(treeId: string, view: RowView): string {
  return `${treeId}-${view.row}`;
}

type PinnedAncestors = {
  /** Outermost first. */
  rows: readonly RowView[];
  /** Ancestors left out after the first one, because the chain is longer than `most`. */
  omitted: number;
};

/**
 * Finds the ancestors to pin when the row at `topIndex` stands at the upper
 * edge. Each pinned row covers a line, so the nth is the ancestor, at that
 * depth, of the row on the nth line. `undefined` while rows are missing.
 */
function findPinnedAncestors(windows: RowWindows, topIndex: number, most: number): PinnedAncestors | undefined {
  const rows: RowView[] = [];
  while (rows.length < most) {
    const ancestors = windows.ancestors(topIndex + rows.length);
    if (!ancestors) return rows.length > 0 ? { rows, omitted: 0 } : undefined;
    const next = ancestors[rows.length];
    if (!next) return { rows, omitted: 0 };
    rows.push(next);
  }
  const chain = windows.ancestors(topIndex + most) ?? rows;
  const omitted = chain.length - most;
  if (omitted <= 0) return { rows, omitted: 0 };
  return { rows: [chain[0] as RowView, ...chain.slice(-(most - 1))], omitted };
}
