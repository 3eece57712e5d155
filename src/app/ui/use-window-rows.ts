import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useRef } from 'react';

type Rows = {
  count: number /** Height of a row before it was measured, px. */;
  height: number;
  gap?: number;
  overscan: number;
};

/**
 * Returns the rows near the screen of a list that scrolls with the page, whose rows are as high as their content. `list`
 * and `style` are for the list; a row takes `place` and has the index `index`.
 */
export function useWindowRows<List extends HTMLElement>({ count, height, gap = 0, overscan }: Rows) {
  const list: RefObject<List | null> = useRef<List>(null);
  const scrollMargin = list.current?.offsetTop ?? 0;
  const virtual = useWindowVirtualizer({ count, estimateSize: () => height, gap, overscan, scrollMargin });
  const rows = virtual.getVirtualItems().map(({ key, index, start }) => ({
    key,
    index,
    place: {
      ref: virtual.measureElement,
      'data-index': index,
      'aria-posinset': index + 1,
      'aria-setsize': count,
      className: 'absolute inset-x-0 top-0',
      style: { transform: `translateY(${start - virtual.options.scrollMargin}px)` },
    },
  }));
  return { list, style: { height: virtual.getTotalSize() }, rows };
}
