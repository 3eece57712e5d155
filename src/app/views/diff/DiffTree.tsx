/**
 * The calls of both, side by side on wide screens and one below the other on
 * narrow ones. Only the rows near the screen are asked for and rendered.
 */

import { useNavigate } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { NativeCurrency } from '../../../core/chain/network';
import { countOf } from '../../../core/format/plural';
import type { DiffRowView, DiffSummary } from '../../../workers/trace/diff.api';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { usePageKeys } from '../../ui/keys';
import { Panel } from '../../ui/Panel';
import { Switch } from '../../ui/Switch';
import { useMediaQuery } from '../../ui/use-media-query';
import { usePages } from '../../use-pages';
import { useTraceApi } from '../../wiring';
import { DiffRow } from './DiffRow';
import type { Pairing } from './pairing';
import '../trace/trace.css';
import './diff.css';

/** Height of a row with its sides beside each other, and below each other, px; diff.css has them too. */
const WIDE = 30;
const NARROW = 56;
const PAGE = 20;

type Props = Pairing & {
  summary: DiffSummary;
  /** Rows that are the same in both are shown too. */
  all: boolean;
  onAll: (all: boolean) => void;
  currency: NativeCurrency;
};

export function DiffTree(props: Props) {
  const { summary, all, onAll } = props;
  const count = all ? summary.rowCount : summary.concernedCount;
  return (
    <Panel
      title="Calls"
      aside={countOf(count, 'row')}
      actions={
        <span className="inline-flex items-center gap-2 text-muted">
          Show equal rows too <Switch checked={all} label="Show equal rows too" onChange={onAll} />
        </span>
      }
    >
      {count === 0 ? (
        <EmptyState title="No differences">The switch above shows equal rows too.</EmptyState>
      ) : (
        <Rows key={String(all)} {...props} count={count} />
      )}
    </Panel>
  );
}

function Rows(props: Props & { count: number }) {
  const { a, b, summary, all, count, onLost, hashes } = props;
  const api = useTraceApi();
  const navigate = useNavigate({ from: '/{-$network}' });
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const wide = useMediaQuery('(min-width: 992px)');
  const height = wide ? WIDE : NARROW;
  const [margin, setMargin] = useState(0);
  // What stands above the rows may grow, so their place is read after each layout.
  useLayoutEffect(() => {
    const top = list.current ? list.current.getBoundingClientRect().top + window.scrollY : 0;
    if (Math.abs(top - margin) > 1) setMargin(top);
  });
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: 12,
    scrollMargin: margin,
    // Below the header of the app when a row is brought into view.
    scrollPaddingStart: 120,
    scrollPaddingEnd: 80,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height lie elsewhere
  useLayoutEffect(() => virtual.measure(), [height]);
  const items = virtual.getVirtualItems();
  const rowAt = useDiffRows(props, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
  const [active, setActive] = useState(() => firstOf(summary, all));

  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(count - 1, index));
    setActive(next);
    virtual.scrollToIndex(next);
  };
  const step = async (backwards: boolean) => {
    try {
      const next = await api.diffNext({ a: a.summary.handle, b: b.summary.handle }, !all, active, backwards);
      if (next >= 0) moveTo(next);
    } catch (error) {
      onLost(error);
    }
  };
  const open = (side: 'a' | 'b') => {
    const row = rowAt(active)?.[side];
    const hash = hashes[side];
    if (!row || hash === undefined) return;
    void navigate({
      to: '/{-$network}/tx/$hash/{-$tab}',
      params: (at) => ({ ...at, hash, tab: undefined }),
      search: { trace: row.depthId },
    });
  };
  usePageKeys('Compare', [
    { key: 'n', label: 'Next difference', run: () => void step(false) },
    { key: 'p', label: 'Previous difference', run: () => void step(true) },
    { key: '1', label: 'Open the row in the first transaction', run: () => open('a') },
    ...(hashes.b === undefined
      ? []
      : [{ key: '2', label: 'Open the row in the second transaction', run: () => open('b') }]),
  ]);
  const onClick = ({ target }: MouseEvent) => {
    const row = target instanceof Element ? target.closest('[data-index]') : null;
    if (row) setActive(Number(row.getAttribute('data-index')));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = TARGETS[event.key]?.(active, count);
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    moveTo(to);
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-line border-b bg-raised px-3 py-1.5">
        <Button size="s" onClick={() => moveTo(firstOf(summary, all))} disabled={!summary.first}>
          First difference
        </Button>
        <Button size="s" onClick={() => void step(true)} disabled={!summary.first}>
          ‹ Previous
        </Button>
        <Button size="s" onClick={() => void step(false)} disabled={!summary.first}>
          Next ›
        </Button>
        <span className="text-muted max-sm:hidden">
          <kbd>n</kbd> <kbd>p</kbd> difference · <kbd>↑</kbd> <kbd>↓</kbd> row ·{' '}
          {hashes.b === undefined ? (
            <>
              <kbd>1</kbd> open it in the first
            </>
          ) : (
            <>
              <kbd>1</kbd> <kbd>2</kbd> open it in the first or second
            </>
          )}
        </span>
      </div>
      <div
        ref={list}
        role="tree"
        aria-label="Calls of both transactions"
        aria-activedescendant={`${id}-${active}`}
        tabIndex={0}
        data-focus-inside=""
        onKeyDown={onKeyDown}
        onClick={onClick}
        className="diff-rows"
        style={{ height: virtual.getTotalSize() }}
      >
        {withActive(items, active, height, margin).map(({ index, start }) => (
          <DiffRow
            key={index}
            id={`${id}-${index}`}
            index={index}
            count={count}
            top={start - margin}
            row={rowAt(index)}
            active={index === active}
            hashes={hashes}
            currency={props.currency}
          />
        ))}
      </div>
    </>
  );
}

type Item = { index: number; start: number };

/** The rows near the screen, and the active one wherever it is, so that what is said to be active exists. */
function withActive(items: readonly Item[], active: number, height: number, margin: number): readonly Item[] {
  return items.some(({ index }) => index === active)
    ? items
    : [...items, { index: active, start: margin + active * height }];
}

function firstOf({ first }: DiffSummary, all: boolean): number {
  return (all ? first?.all : first?.concerned) ?? 0;
}

const TARGETS: Readonly<Record<string, (active: number, count: number) => number>> = {
  ArrowDown: (active) => active + 1,
  ArrowUp: (active) => active - 1,
  PageDown: (active) => active + PAGE,
  PageUp: (active) => active - PAGE,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Rows asked for at once. */
const ROWS_AT_ONCE = 100;
const MAX_PAGES = 40;

/** Returns a function that gets a row by its place, undefined while it is not here. Rows from `first` to `last` are read. */
function useDiffRows(
  { a, b, all, onLost }: Pairing & { all: boolean },
  first: number,
  last: number,
): (index: number) => DiffRowView | undefined {
  const api = useTraceApi();
  const pair = { a: a.summary.handle, b: b.summary.handle };
  return usePages(
    {
      key: `${pair.a} ${pair.b} ${all}`,
      version: `${a.summary.numbering} ${a.known} ${b.summary.numbering} ${b.known}`,
      pageSize: ROWS_AT_ONCE,
      maxPages: MAX_PAGES,
      read: async (start, count) => (await api.diffRows(pair, !all, start, count)).rows,
      onLost,
    },
    first,
    last,
  );
}
