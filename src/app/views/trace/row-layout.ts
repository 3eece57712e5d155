/**
 * Where rows lie: every row is ROW_HEIGHT tall, and below one of them the
 * detail preview may be open.
 */
export const ROW_HEIGHT = 26;
/** Height of an open detail preview, px. */
export const DETAIL_HEIGHT = 268;
/** A row that is revealed stands this far below the top of the viewport, px. */
export const REVEAL_OFFSET = 170;
/** Rows kept ready beyond the seen ones: ahead in the direction of movement, and behind. */
export const OVERSCAN = { forward: 20, back: 60 } as const;

/** The rendered range moves in steps of so many rows, so that most scroll events render nothing. */
export const STEP = 8;

export type Layout = {
  count: number;
  /** Visible index of the row whose detail is open below it, -1 when none is. */
  detailIndex: number;
};

/** Returns the height of all rows and the open detail, px. */
export function contentHeight(layout: Layout): number {
  return layout.count * ROW_HEIGHT + (layout.detailIndex >= 0 ? DETAIL_HEIGHT : 0);
}

/** Returns the distance of the row's upper edge from the top of the content, px. */
export function offsetOf(layout: Layout, index: number): number {
  const below = layout.detailIndex >= 0 && index > layout.detailIndex;
  return index * ROW_HEIGHT + (below ? DETAIL_HEIGHT : 0);
}

/** Returns the index of the row at `y`; inside an open detail it is the row the detail belongs to. Within [0, count - 1]. */
export function indexAt(layout: Layout, y: number): number {
  let index = Math.floor(y / ROW_HEIGHT);
  if (layout.detailIndex >= 0 && index > layout.detailIndex) {
    index = Math.max(layout.detailIndex, Math.floor((y - DETAIL_HEIGHT) / ROW_HEIGHT));
  }
  return Math.max(0, Math.min(index, layout.count - 1));
}
