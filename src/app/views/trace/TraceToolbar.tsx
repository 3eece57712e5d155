/** The tools above the tree: search with its navigator, filter, reverts, toggles, folding. */
import { type RefObject, useSyncExternalStore } from 'react';
import { formatInteger } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import type { RowIndex } from '../../../core/trace/rows';
import type { TraceSummary } from '../../../workers/trace/open-trace.api';
import type { RowView, TraceFilter } from '../../../workers/trace/rows.api';
import { Button } from '../../ui/Button';
import { FailureChip, FailureChipButton, ToggleChip } from '../../ui/Chip';
import { classes } from '../../ui/classes';
import { NativeSelect } from '../../ui/NativeSelect';
import { SearchField } from '../../ui/SearchField';
import { Spinner } from '../../ui/Spinner';
import type { TreeModel } from './tree-model';
import type { TraceSearch } from './use-search';
import type { SourceRows } from './use-source-rows';

const FILTERS: Record<TraceFilter, string> = {
  all: 'All',
  opcode: 'OpCode',
  from: 'From',
  to: 'To',
  function: 'Function',
  file: 'File',
  contract: 'Contract',
  comments: 'Comments',
  reverts: 'Reverts',
};

type Props = {
  model: TreeModel;
  summary: TraceSummary;
  /** Whether the reader noted something; then notes are a filter. */
  hasNotes: boolean;
  search: TraceSearch;
  searchBox: RefObject<HTMLInputElement | null>;
  gas: boolean;
  onGas: (shown: boolean) => void;
  sourceRows: SourceRows;
  /** Gives the focus back to the tree. */
  onLeave: () => void;
};

export function TraceToolbar({ model, summary, hasNotes, search, searchBox, gas, onGas, sourceRows, onLeave }: Props) {
  const view = useSyncExternalStore(model.subscribe, model.view);
  const { libraryCalls } = view;
  return (
    <div
      role="toolbar"
      aria-label="Call trace"
      className="flex flex-wrap items-center gap-x-2 gap-y-1.5 whitespace-nowrap border-line border-b bg-raised px-2.5 py-[7px]"
    >
      <SearchBox search={search} searchBox={searchBox} onLeave={onLeave} />
      <FilterChoice search={search} filters={available(summary.filters, search.filter, view.inside, hasNotes)} />
      <Navigator search={search} onLeave={onLeave} />
      <Reverts model={model} summary={summary} search={search} />
      <Reading sourceRows={sourceRows} isBehind={summary.replaying} />
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1.5 sm:ml-auto">
        {/* Its room stays, so that nothing moves when the sources come. */}
        <ToggleChip
          on={!view.toggles.foldsLibraries}
          onChange={(on) => void model.turn('foldsLibraries', !on)}
          className={classes('max-sm:hidden', (!view.toggles.full || libraryCalls === 0) && 'invisible')}
        >
          Libraries
          <span title={formatInteger(libraryCalls)} className="min-w-[3ch] text-left tabular-nums">
            {libraryCalls > 99 ? '99+' : libraryCalls}
          </span>
        </ToggleChip>
        <ToggleChip on={view.toggles.full} onChange={(on) => void model.turn('full', on)}>
          Full trace
        </ToggleChip>
        <ToggleChip on={view.toggles.storage} onChange={(on) => void model.turn('storage', on)}>
          Storage
        </ToggleChip>
        <ToggleChip on={view.toggles.events} onChange={(on) => void model.turn('events', on)}>
          Events
        </ToggleChip>
        <ToggleChip on={gas} onChange={onGas} className="max-sm:hidden">
          Gas
        </ToggleChip>
        <span className="inline-flex">
          <Button variant="quiet" disabled={!view.anyCollapsed} onClick={() => void model.expandAll()}>
            Expand all
          </Button>
          <Button variant="quiet" disabled={!view.anyExpanded} onClick={() => void model.collapseAll()}>
            Collapse all
          </Button>
        </span>
      </span>
    </div>
  );
}

function SearchBox({ search, searchBox, onLeave }: Pick<Props, 'search' | 'searchBox' | 'onLeave'>) {
  return (
    <SearchField
      ref={searchBox}
      label="Search in trace"
      shortcut="/"
      maxLength={200}
      value={search.text}
      onChange={search.setText}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search.step(event.shiftKey ? -1 : 1);
        else if (event.key === 'Escape') {
          search.clear();
          onLeave();
        } else if (event.key === 'ArrowDown') onLeave();
        else return;
        event.preventDefault();
      }}
      className="max-sm:w-full sm:w-[164px]"
    />
  );
}

function FilterChoice({ search, filters }: { search: TraceSearch; filters: readonly TraceFilter[] }) {
  return (
    <NativeSelect
      label="Search in"
      look="quiet"
      value={search.filter}
      options={filters.map((filter) => ({ value: filter, label: FILTERS[filter] }))}
      onChange={search.setFilter}
    />
  );
}

/** The filters in their order: files when sources are known, comments when there are some; the chosen one stays. */
function available(
  filters: readonly TraceFilter[],
  chosen: TraceFilter,
  inside: boolean,
  hasNotes: boolean,
): readonly TraceFilter[] {
  const others = [chosen, ...(inside ? ['file'] : []), ...(hasNotes ? ['comments'] : [])];
  return (Object.keys(FILTERS) as TraceFilter[]).filter(
    (filter) => filters.includes(filter) || others.includes(filter),
  );
}

type ReadingProps = {
  sourceRows: SourceRows;
  /** They wait for the execution behind the rows that are there. */
  isBehind: boolean | undefined;
};

/** Tells that rows of the sources are on their way. Its room stays, so that nothing beside it moves. */
function Reading({ sourceRows: { reading, compiler }, isBehind }: ReadingProps) {
  const words = compiler === undefined ? 'Reading the sources' : `compiler ${harmlessText(compiler, 40)}`;
  return (
    <span
      data-behind={isBehind ? 'notice' : undefined}
      className="inline-grid size-4 place-items-center text-muted"
      title={reading ? words : undefined}
    >
      {reading && <Spinner label={words} />}
    </span>
  );
}

/** Position and total of the matches, with up, down and close. */
function Navigator({ search, onLeave }: { search: TraceSearch; onLeave: () => void }) {
  if (search.count === undefined) return <span className="sr-only" role="status" />;
  const none = search.count === 0;
  return (
    <fieldset aria-label="Search results" className="inline-flex items-center gap-0.5">
      <span role="status" className={none ? 'pr-1 text-muted' : 'pr-1 tabular-nums'}>
        {none ? 'No results' : `${formatInteger(search.position + 1)}/${formatInteger(search.count)}`}
      </span>
      <Button
        variant="quiet"
        size="s"
        icon
        aria-label="Previous result"
        disabled={none}
        onClick={() => search.step(-1)}
      >
        ↑
      </Button>
      <Button variant="quiet" size="s" icon aria-label="Next result" disabled={none} onClick={() => search.step(1)}>
        ↓
      </Button>
      <Button
        variant="quiet"
        size="s"
        icon
        aria-label="Close search"
        onClick={() => {
          search.clear();
          onLeave();
        }}
      >
        ✕
      </Button>
    </fieldset>
  );
}

const STEP_BUTTON = 'size-5 rounded-s hover:bg-panel';

/** One revert: a button that goes there. Several: their count, which toggles the filter for them, with previous and next. */
function Reverts({ model, summary, search }: Pick<Props, 'model' | 'summary' | 'search'>) {
  const selected = useSyncExternalStore(model.subscribe, model.selected);
  const { failedRows, failedCount } = summary;
  const first = failedRows[0];
  if (first === undefined) return null;
  if (failedCount === 1) {
    return <FailureChipButton onClick={() => void model.reveal(first)}>Go to revert</FailureChipButton>;
  }
  const go = (by: 1 | -1) => {
    const target = findNeighbour(failedRows, amongFrames(selected?.view), by);
    if (target !== undefined) void model.reveal(target);
  };
  const isFilter = search.filter === 'reverts';
  return (
    <FailureChip>
      <button
        type="button"
        aria-pressed={isFilter}
        title="Search in the reverts alone"
        onClick={() => search.setFilter(isFilter ? 'all' : 'reverts')}
        className="aria-pressed:underline"
      >
        {formatInteger(failedCount)} reverts
      </button>
      <button
        type="button"
        aria-label="Previous revert"
        title="Previous revert  ["
        onClick={() => go(-1)}
        className={STEP_BUTTON}
      >
        ‹
      </button>
      <button
        type="button"
        aria-label="Next revert"
        title="Next revert  ]"
        onClick={() => go(1)}
        className={STEP_BUTTON}
      >
        ›
      </button>
    </FailureChip>
  );
}

/** Returns the position of a row among the rows of the trace: rows inside a frame follow it directly. */
export function amongFrames(view: RowView | undefined): number | undefined {
  return view && ('frame' in view ? view.frame + 0.5 : view.row);
}

/** Returns the row of the ascending `rows` before or after `from`; goes round at the ends. */
export function findNeighbour(rows: readonly RowIndex[], from: number | undefined, by: 1 | -1): RowIndex | undefined {
  if (from === undefined) return by === 1 ? rows[0] : rows.at(-1);
  if (by === 1) return rows.find((row) => row > from) ?? rows[0];
  return rows.findLast((row) => row < from) ?? rows.at(-1);
}
