/** Rows of one height in a scrolled element, more of them than an element can be tall. */
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { type Anchor, type Extent, scrollHeight } from './scroll-map';
import { useScrollAnchor } from './use-scroll-anchor';

/** Rows rendered beyond those that are seen, on each side. */
const OVERSCAN = 12;

export type VirtualRows = {
  scroller: RefObject<HTMLDivElement | null>;
  /** Height of the element inside the scroller, px. */
  height: number;
  /** Rendered rows, [first, last]; none where last < first. */
  first: number;
  last: number;
  /** Offset that is subtracted from index × row height to place a row, px. */
  base: number;
  /** Scrolls no more than needed to see the row, with some rows around it. */
  reveal: (index: number) => void;
};

export function useVirtualRows(count: number, rowHeight: number): VirtualRows {
  const scroller = useRef<HTMLDivElement>(null);
  const [viewport, setViewport] = useState(0);
  const [placed, setPlaced] = useState<Anchor>({ scrollTop: 0, top: 0 });
  const extent: Extent = { content: count * rowHeight, viewport };
  const { anchor, scrollTo } = useScrollAnchor(scroller, extent, setPlaced);

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
      const { top } = anchor.current;
      const seen = scroller.current?.clientHeight ?? 0;
      const y = index * rowHeight;
      // What is far away comes to the middle; what leaves the sight moves no more than needed.
      const room = Math.min(3 * rowHeight, seen / 3);
      if (y < top - seen || y > top + 2 * seen) {
        scrollTo(y - (seen - rowHeight) / 2);
        return;
      }
      if (y < top + room) scrollTo(y - room);
      else if (y + rowHeight > top + seen - room) scrollTo(y + rowHeight - seen + room);
    },
    [rowHeight, anchor, scrollTo],
  );

  const first = Math.max(0, Math.floor(placed.top / rowHeight) - OVERSCAN);
  const last = Math.min(count - 1, Math.ceil((placed.top + viewport) / rowHeight) + OVERSCAN);
  return { scroller, height: scrollHeight(extent), first, last, base: placed.top - placed.scrollTop, reveal };
}
