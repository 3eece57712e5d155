/**
 * Which rows are on the screen: follows the scroll element, honours the
 * model's wishes to bring a row into sight, and keeps what is rendered a few
 * rows larger than what is seen.
 */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Anchor, type Extent, scrollHeight } from '../../ui/scroll-map';
import { useLatest } from '../../ui/use-latest';
import { useScrollAnchor } from '../../ui/use-scroll-anchor';
import { contentHeight, indexAt, type Layout, OVERSCAN, offsetOf, REVEAL_OFFSET, ROW_HEIGHT, STEP } from './row-layout';
import type { TreeModel } from './tree-model';
import type { ScrollWish } from './tree-snapshot';
import { type Sheet, useSheetOverlap } from './use-sheet-overlap';

/** Rows that may stay pinned above the first visible row, where there is room. */
const MAX_PINNED = 6;
/** Scrolling is over after so long without an event, ms. */
const IDLE = 150;
/** Faster than this, px an event, only the rows that are seen are rendered: nobody reads them, and overscan would be gone before it is seen. */
const FAST = 200;

export type RenderedRows = {
  /** [first, last]. */
  first: number;
  last: number;
  /** The row at the upper edge, and how many fit. */
  topIndex: number;
  fits: number;
  /** Offset that is subtracted from a row's offset to place it in the scrolled element, px. */
  base: number;
};

export type Scroll = {
  scroller: RefObject<HTMLDivElement | null>;
  rendered: RenderedRows;
  extent: Extent;
  /** Height that the scrolled element is given, px. */
  scrolled: number;
  /** Rows that may stay pinned above the first visible row. */
  mostPinned: number;
  /** Puts the content at `top`, px. */
  scrollTo: (top: number) => void;
};

/** Follows `model` with the rows laid out as `layout`: brings them into sight above an open `sheet`, the last ones too. */
export function useScroll(model: TreeModel, layout: Layout, wish: ScrollWish | undefined, sheet: Sheet): Scroll {
  const [height, setHeight] = useState(() => heightBeforeLayout(contentHeight(layout)));
  const scroller = useRef<HTMLDivElement>(null);
  const covered = useSheetOverlap(scroller, sheet);
  const extent: Extent = { content: contentHeight(layout), viewport: Math.max(0, height - covered) };
  const latest = useLatest({ layout, extent });
  const [rendered, setRendered] = useState<RenderedRows>(() => rowsAt({ scrollTop: 0, top: 0 }, layout, extent, 0));

  const render = useCallback(
    (at: Anchor, overscan: number) => {
      const { layout, extent } = latest.current;
      const seen = rowsAt(at, layout, extent, overscan);
      setRendered((previous) => (sameRows(previous, seen) ? previous : seen));
      model.see(seen.topIndex, seen.topIndex + seen.fits);
    },
    [model],
  );
  const { anchor, scrollTo } = useScrollAnchor(scroller, extent, (next, movedBy) =>
    render(next, Math.abs(movedBy) > FAST ? 0 : OVERSCAN.forward),
  );

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // Rows beyond the screen come once those on it are drawn.
    let idle: ReturnType<typeof setTimeout> | undefined = setTimeout(
      () => render(anchor.current, OVERSCAN.forward),
      IDLE,
    );
    const onScroll = () => {
      clearTimeout(idle);
      idle = setTimeout(() => {
        // A scroll whose event is still to come, on a busy page, is not to be undone.
        if (Math.abs(element.scrollTop - anchor.current.scrollTop) < 2) scrollTo(anchor.current.top);
      }, IDLE);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(idle);
      element.removeEventListener('scroll', onScroll);
    };
  }, [anchor, render, scrollTo]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // Tells the height of the first layout too, which asking for it here would force.
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const begun = useRef(false);
  // A changed height keeps the content where it is, and moves the scrollbar.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the measures change
  useLayoutEffect(() => {
    // A new element is scrolled to its top; reading scrollTop would force a layout.
    if (begun.current) scrollTo(anchor.current.top);
    else render(anchor.current, 0);
    begun.current = true;
  }, [extent.content, extent.viewport, layout.detailIndex, anchor, render, scrollTo]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each wish is granted once
  useLayoutEffect(() => {
    if (wish) scrollTo(topFor(wish, anchor.current.top, latest.current.layout, latest.current.extent));
  }, [wish?.id, anchor, scrollTo]);

  const isCovered = covered > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once when something comes to lie over the tree
  useLayoutEffect(() => {
    if (!isCovered || !wish) return;
    scrollTo(topFor({ ...wish, align: 'nearest' }, anchor.current.top, latest.current.layout, latest.current.extent));
  }, [isCovered, anchor, scrollTo]);

  const scrolled = scrollHeight(extent) + covered;
  return { scroller, rendered, extent, scrolled, mostPinned: mostPinned(extent), scrollTo };
}

/** Pinned rows leave half of a small viewport to the others. */
function mostPinned({ viewport }: Extent): number {
  return Math.max(2, Math.min(MAX_PINNED, Math.floor(viewport / ROW_HEIGHT / 2)));
}

/** What trace.css makes of the content's height in this window, px: good for the first rows, until it is measured. */
function heightBeforeLayout(content: number): number {
  return Math.max(ROW_HEIGHT, Math.min(content, Math.max(420, window.innerHeight - 300)));
}

function rowsAt(anchor: Anchor, layout: Layout, extent: Extent, overscan: number): RenderedRows {
  const topIndex = indexAt(layout, anchor.top);
  const fits = Math.ceil(extent.viewport / ROW_HEIGHT);
  const first = Math.max(0, Math.floor((topIndex - overscan) / STEP) * STEP);
  const end = Math.ceil((topIndex + fits + overscan) / STEP) * STEP;
  return { first, last: Math.min(layout.count - 1, end), topIndex, fits, base: anchor.top - anchor.scrollTop };
}

function sameRows(a: RenderedRows, b: RenderedRows): boolean {
  return (
    a.first === b.first && a.last === b.last && a.topIndex === b.topIndex && a.fits === b.fits && a.base === b.base
  );
}

/** Returns the scroll position of the content that grants the wish, px. */
function topFor(wish: ScrollWish, top: number, layout: Layout, extent: Extent): number {
  const y = offsetOf(layout, wish.index);
  if (wish.align === 'reveal') return y - REVEAL_OFFSET;
  if (wish.align === 'keep') {
    const before = offsetOf(layout, wish.from ?? wish.index);
    const seen = before >= top && before < top + extent.viewport;
    return seen ? y - (before - top) : y - REVEAL_OFFSET;
  }
  const detail = layout.detailIndex === wish.index ? contentHeight(layout) - layout.count * ROW_HEIGHT : 0;
  const pinned = Math.min(mostPinned(extent), wish.depth) * ROW_HEIGHT;
  if (y - pinned < top) return y - pinned;
  const bottom = y + ROW_HEIGHT + detail;
  if (bottom > top + extent.viewport) return Math.min(y - pinned, bottom - extent.viewport);
  return top;
}
