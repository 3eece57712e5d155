/** How deep rows are indented before deeper ones stand below one another. */
import { useEffect, useState } from 'react';
import { INDENT } from './TraceRow';

/** Share of the panel's width that indentation may take. */
const INDENT_SHARE = 0.3;

/** Returns how many levels indentation shows in the width of `element`; rows are drawn anew where it takes another number. */
export function useIndentLevels(element: React.RefObject<HTMLElement | null>): number {
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

/** What page and columns make of the panel's width in this window, px: good for the first rows, until it is measured. */
function widthBeforeLayout(): number {
  const page = Math.min(window.innerWidth, 1_600) - (window.innerWidth < 640 ? 24 : 40);
  return (window.innerWidth < 1_024 ? page : page - 354) - 2;
}
