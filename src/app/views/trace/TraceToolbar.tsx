/** The tools above the tree: search with its navigator, filter, reverts, toggles, folding. */
import { type RefObject, useSyncExternalStore } from 'react';
import { formatInteger } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import type { RowIndex } from '../../../core/trace/rows';
import type { RowView, TraceFilter, TraceSummary } from '../../../workers/trace/trace.api';
import { Button } from '../../ui/Button';
import { Kbd } from '../../ui/Kbd';
import { Spinner } from '../../ui/Spinner';
import type { TreeModel } from './tree-model';
import type { Inside } from './use-inside';
import type { TraceSearch } from './use-search';

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
  /** Whether the reader noted something, which is a filter then. */
  hasNotes: boolean;
  search: TraceSearch;
  searchBox: RefObject<HTMLInputElement | null>;
  gas: boolean;
  onGas: (shown: boolean) => void;
  inside: Inside;
  /** Gives the focus back to the tree. */
  onLeave: () => void;
};

export function TraceToolbar({ model, summary, hasNotes, search, searchBox, gas, onGas, inside, onLeave }: Props) {
  const view = useSyncExternalStore(model.subscribe, model.view);
  return (
    <div className="trace-tools" role="toolbar" aria-label="Call trace">
      <SearchBox search={search} searchBox={searchBox} onLeave={onLeave} />
      <FilterChoice search={search} filters={available(summary.filters, view.inside, hasNotes)} />
      <Navigator search={search} onLeave={onLeave} />
      <Reverts model={model} summary={summary} />
      <span className="trace-shown">
        <Reading inside={inside} />
        <Toggle label="Full trace" on={view.toggles.full} onChange={(on) => void model.turn('full', on)} />
        <Toggle label="Storage" on={view.toggles.storage} onChange={(on) => void model.turn('storage', on)} />
        <Toggle label="Events" on={view.toggles.events} onChange={(on) => void model.turn('events', on)} />
        <Toggle label="Gas" on={gas} onChange={onGas} className="trace-gas-toggle" />
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
    <label className="trace-search">
      <span aria-hidden="true">⌕</span>
      <input
        ref={searchBox}
        type="search"
        aria-label="Search in trace"
        placeholder="Search in trace"
        spellCheck={false}
        autoComplete="off"
        maxLength={200}
        value={search.text}
        onChange={(event) => search.setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search.step(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape') {
            search.clear();
            onLeave();
          } else if (event.key === 'ArrowDown') onLeave();
          else return;
          event.preventDefault();
        }}
      />
      {search.text === '' && <Kbd>/</Kbd>}
    </label>
  );
}

function FilterChoice({ search, filters }: { search: TraceSearch; filters: readonly TraceFilter[] }) {
  return (
    <select
      className="trace-chip trace-select"
      aria-label="Search in"
      value={search.filter}
      onChange={(event) => search.setFilter(event.currentTarget.value as TraceFilter)}
    >
      {filters.map((filter) => (
        <option key={filter} value={filter}>
          {FILTERS[filter]}
        </option>
      ))}
    </select>
  );
}

/** The filters in the order of spec §2: files when sources are known, comments when there are some. */
function available(filters: readonly TraceFilter[], inside: boolean, hasNotes: boolean): readonly TraceFilter[] {
  return (Object.keys(FILTERS) as TraceFilter[]).filter(
    (filter) => filters.includes(filter) || (inside && filter === 'file') || (hasNotes && filter === 'comments'),
  );
}

/** That rows of the sources are on their way. */
function Reading({ inside: { reading, compiler } }: { inside: Inside }) {
  return (
    <span className="text-muted">
      {reading && <Spinner label="Reading the sources" />}
      {reading && compiler !== undefined && ` compiler ${harmlessText(compiler, 40)}`}
    </span>
  );
}

/** Position and total of the matches, with up, down and close. */
function Navigator({ search, onLeave }: { search: TraceSearch; onLeave: () => void }) {
  if (search.count === undefined) return <span className="sr-only" role="status" />;
  const none = search.count === 0;
  return (
    <span className="trace-navigator">
      <span role="status" className={none ? 'text-muted' : 'tabular-nums'}>
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
    </span>
  );
}

/** One revert: a button that goes there. Several: previous and next, with the count (spec §4). */
function Reverts({ model, summary }: Pick<Props, 'model' | 'summary'>) {
  const selected = useSyncExternalStore(model.subscribe, model.selected);
  const { failedRows, failedCount } = summary;
  const first = failedRows[0];
  if (first === undefined) return null;
  if (failedCount === 1) {
    return (
      <button type="button" className="trace-chip is-revert" onClick={() => void model.reveal(first)}>
        <span aria-hidden="true">✕</span> Go to revert
      </button>
    );
  }
  const go = (by: 1 | -1) => {
    const target = neighbour(failedRows, amongFrames(selected?.view), by);
    if (target !== undefined) void model.reveal(target);
  };
  const total = formatInteger(failedCount);
  return (
    <span className="trace-chip is-revert">
      <span aria-hidden="true">✕</span> {total} reverts
      <button type="button" aria-label="Previous revert" title="Previous revert  [" onClick={() => go(-1)}>
        ‹
      </button>
      <button type="button" aria-label="Next revert" title="Next revert  ]" onClick={() => go(1)}>
        ›
      </button>
    </span>
  );
}

/** Where a row stands among those of the trace: the inside of a frame comes right after it. */
export function amongFrames(view: RowView | undefined): number | undefined {
  return view?.frame === undefined ? view?.row : view.frame + 0.5;
}

/** The row of the ascending `rows` before or after `from`; goes round at the ends. */
export function neighbour(rows: readonly RowIndex[], from: number | undefined, by: 1 | -1): RowIndex | undefined {
  if (from === undefined) return by === 1 ? rows[0] : rows.at(-1);
  if (by === 1) return rows.find((row) => row > from) ?? rows[0];
  return rows.findLast((row) => row < from) ?? rows.at(-1);
}

type ToggleProps = { label: string; on: boolean; onChange: (on: boolean) => void; className?: string };

function Toggle({ label, on, onChange, className = '' }: ToggleProps) {
  return (
    <button type="button" className={`trace-chip ${className}`} aria-pressed={on} onClick={() => onChange(!on)}>
      {label}
    </button>
  );
}
