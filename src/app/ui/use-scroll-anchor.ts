/** Keeps the position of a scrolled element and the position in its content together, as scroll-map.ts lays them out. */
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { type Anchor, type Extent, followScrollbar, isAtEdge, settleContent } from './scroll-map';
import { useLatest } from './use-latest';

export type ScrollAnchor = {
  /** The position at present. */
  anchor: RefObject<Anchor>;
  /** Puts the content at `top`, px. */
  scrollTo: (top: number) => void;
};

/**
 * Calls `place` with each new position, and by how many px the reader's
 * scrolling moved the content; 0 where `scrollTo` did.
 */
export function useScrollAnchor(
  scroller: RefObject<HTMLElement | null>,
  extent: Extent,
  place: (next: Anchor, movedBy: number) => void,
): ScrollAnchor {
  const anchor = useRef<Anchor>({ scrollTop: 0, top: 0 });
  const latest = useLatest({ extent, place });

  const moveTo = useCallback((next: Anchor, movedBy: number) => {
    anchor.current = next;
    latest.current.place(next, movedBy);
  }, []);

  const scrollTo = useCallback(
    (top: number) => {
      const next = settleContent(top, latest.current.extent);
      if (scroller.current && scroller.current.scrollTop !== next.scrollTop)
        scroller.current.scrollTop = next.scrollTop;
      moveTo(next, 0);
    },
    [scroller, moveTo],
  );

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const onScroll = () => {
      const { extent } = latest.current;
      const before = anchor.current;
      const next = followScrollbar(before, element.scrollTop, extent);
      const movedBy = next.top - before.top;
      // Rows are placed by the difference of both positions: the browser must not paint the old rows at the new one.
      const isRebased = next.top - next.scrollTop !== before.top - before.scrollTop;
      if (isAtEdge(next, extent)) flushSync(() => scrollTo(next.top));
      else if (isRebased) flushSync(() => moveTo(next, movedBy));
      else moveTo(next, movedBy);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [scroller, moveTo, scrollTo]);

  return { anchor, scrollTo };
}
