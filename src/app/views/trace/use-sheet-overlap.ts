/** How much of the tree a sheet over the lower part of the window hides, and room for the tree above it. */
import { type RefObject, useEffect, useState } from 'react';
import { ROW_HEIGHT } from './row-layout';

/** Rows that shall have room above the sheet when it opens. */
const ROOM = 8;
/** Rows that count as seen wherever the reader scrolled the page. */
const LEAST = 3;

export type Sheet = {
  /** Undefined where there is none to open. */
  at: RefObject<HTMLElement | null> | undefined;
  open: boolean;
};

/**
 * Returns the height of the lower part of `scroller` that lies behind the
 * sheet, px in whole rows, so that scrolling the page renders little; 0 while
 * none is open. Where opening it leaves too little of the tree to be seen, the
 * page is scrolled until the tree stands at its top.
 */
export function useSheetOverlap(scroller: RefObject<HTMLElement | null>, { at: sheet, open }: Sheet): number {
  const [covered, setCovered] = useState(0);
  useEffect(() => {
    const [tree, over] = [scroller.current, sheet?.current];
    if (!open || !tree || !over) return;
    const measure = () => {
      const { bottom, height } = tree.getBoundingClientRect();
      const hidden = Math.max(0, bottom - over.getBoundingClientRect().top);
      const most = Math.max(0, height - LEAST * ROW_HEIGHT);
      setCovered(Math.min(most, Math.ceil(hidden / ROW_HEIGHT) * ROW_HEIGHT));
    };
    makeRoom(tree, over);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(tree);
    observer.observe(over);
    addEventListener('scroll', measure, { passive: true });
    addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', measure);
      removeEventListener('resize', measure);
      setCovered(0);
    };
  }, [scroller, sheet, open]);
  return covered;
}

function makeRoom(tree: HTMLElement, sheet: HTMLElement): void {
  const { top, bottom, height } = tree.getBoundingClientRect();
  const edge = Number.parseFloat(getComputedStyle(tree).scrollMarginTop) || 0;
  const seen = Math.min(bottom, sheet.getBoundingClientRect().top) - Math.max(top, edge);
  if (seen < Math.min(height, ROOM * ROW_HEIGHT)) tree.scrollIntoView({ block: 'start' });
}
