/** Rows of one height in a scrolled element, more of them than an element can be tall. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Anchor, type Extent, follow, isAtEdge, scrollHeight, settle } from './scroll-map';

/** Rows rendered beyond those that are seen, on each side. */
const OVERSCAN = 12;

export type VirtualRows = {
  scroller: RefObject<HTMLDivElement | null>;
  /** Height of the element inside the scroller, px. */
  height: number;
  /** Rendered rows, [first, last]; none where last < first. */
  first: number;
  last: number;
  /** What to take off index × row height to place a row, px. */
  base: number;
  /** Scrolls no more than needed to see the row, with some rows around it. */
  reveal: (index: number) => void;
};

export function useVirtualRows(count: number, rowHeight: number): VirtualRows {
  const scroller = useRef<HTMLDivElement>(null);
  const [viewport, setViewport] = useState(0);
  const [anchor, setAnchor] = useState<Anchor>({ scrollTop: 0, top: 0 });
  const extent: Extent = { content: count * rowHeight, viewport };
  const latest = useRef({ anchor, extent });
  latest.current.extent = extent;

  const place = useCallback((next: Anchor) => {
    latest.current.anchor = next;
    setAnchor(next);
  }, []);
  const scrollTo = useCallback(
    (top: number) => {
      const next = settle(top, latest.current.extent);
      if (scroller.current && scroller.current.scrollTop !== next.scrollTop)
        scroller.current.scrollTop = next.scrollTop;
      place(next);
    },
    [place],
  );

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const onScroll = () => {
      const next = follow(latest.current.anchor, element.scrollTop, latest.current.extent);
      if (isAtEdge(next, latest.current.extent)) flushSync(() => scrollTo(next.top));
      else place(next);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [place, scrollTo]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    setViewport(element.clientHeight);
    const observer = new ResizeObserver(() => setViewport(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const reveal = useCallback(
    (index: number) => {
      const { anchor, extent } = latest.current;
      const seen = scroller.current?.clientHeight ?? extent.viewport;
      const y = index * rowHeight;
      // What is far away comes to the middle; what leaves the sight moves no more than needed.
      const room = Math.min(3 * rowHeight, seen / 3);
      if (y < anchor.top - seen || y > anchor.top + 2 * seen) {
        scrollTo(y - (seen - rowHeight) / 2);
        return;
      }
      if (y < anchor.top + room) scrollTo(y - room);
      else if (y + rowHeight > anchor.top + seen - room) scrollTo(y + rowHeight - seen + room);
    },
    [rowHeight, scrollTo],
  );

  const first = Math.max(0, Math.floor(anchor.top / rowHeight) - OVERSCAN);
  const last = Math.min(count - 1, Math.ceil((anchor.top + viewport) / rowHeight) + OVERSCAN);
  return { scroller, height: scrollHeight(extent), first, last, base: anchor.top - anchor.scrollTop, reveal };
}
