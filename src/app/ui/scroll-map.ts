/**
 * Scrolling further than a browser lets an element be tall.
 *
 * Engines cap the height of an element (Firefox near 17.9 million px, Chromium
 * and WebKit near 33.5), and positions lose whole pixels to 32-bit floats
 * before that. So the scrolled element is at most MAX_SCROLL_HEIGHT tall, and
 * two positions are told apart:
 *
 *     scrollTop   where the browser's scrollbar stands, in [0, scrollHeight - viewport]
 *     top         where the reader is in the content,   in [0, content - viewport]
 *
 * Near both ends the two run in step; between them the scrollbar moves in
 * proportion. Small movements (wheel, touch, keys) move both by the same
 * pixels, so rows follow the finger, and `settle` brings the scrollbar back to
 * its place once movement has stopped. A jump of the scrollbar is a jump.
 */
export const MAX_SCROLL_HEIGHT = 8_000_000;
/** Distance from either end within which scrollbar and content run in step, px. */
const IN_STEP = 100_000;

/** Height of the content and of the part that is seen, px. */
export type Extent = { content: number; viewport: number };

/** A position of the scrollbar and of the content that belong together, px. */
export type Anchor = { scrollTop: number; top: number };

/** More than this many viewports in one event is a jump of the scrollbar, no movement. */
const JUMP_IN_VIEWPORTS = 4;
/** Nearer than this many viewports to an end of the scrollbar, it is settled at once. */
const EDGE_IN_VIEWPORTS = 2;

/** Returns the height to give the scrolled element, px. */
export function scrollHeight(extent: Extent): number {
  return Math.min(extent.content, MAX_SCROLL_HEIGHT);
}

/** Returns the position of the content after the scrollbar moved from `previous` to `scrollTop`. */
export function followScrollbar(previous: Anchor, scrollTop: number, extent: Extent): Anchor {
  if (extent.content <= MAX_SCROLL_HEIGHT) return { scrollTop, top: scrollTop };
  const delta = scrollTop - previous.scrollTop;
  if (Math.abs(delta) > JUMP_IN_VIEWPORTS * extent.viewport) {
    return { scrollTop, top: clampTop(Math.round(carry(scrollTop, maxScrollTop(extent), maxTop(extent))), extent) };
  }
  return { scrollTop, top: clampTop(previous.top + delta, extent) };
}

/** Returns the anchor at which the content stands at `top` and the scrollbar in its place for that. */
export function settleContent(top: number, extent: Extent): Anchor {
  const clamped = clampTop(top, extent);
  if (extent.content <= MAX_SCROLL_HEIGHT) return { scrollTop: clamped, top: clamped };
  return { scrollTop: Math.round(carry(clamped, maxTop(extent), maxScrollTop(extent))), top: clamped };
}

/** Returns whether the scrollbar is about to reach its end before the content does, or the other way round. */
export function isAtEdge(anchor: Anchor, extent: Extent): boolean {
  if (extent.content <= MAX_SCROLL_HEIGHT) return false;
  const edge = EDGE_IN_VIEWPORTS * extent.viewport;
  const above = Math.min(anchor.scrollTop, edge) !== Math.min(anchor.top, edge);
  const left = maxScrollTop(extent) - anchor.scrollTop;
  const below = Math.min(left, edge) !== Math.min(maxTop(extent) - anchor.top, edge);
  return above || below;
}

/** Carries a position in [0, fromMax] over to [0, toMax]: in step near the ends, in proportion between. */
function carry(position: number, fromMax: number, toMax: number): number {
  if (position <= IN_STEP) return position;
  if (position >= fromMax - IN_STEP) return toMax - (fromMax - position);
  return IN_STEP + ((position - IN_STEP) * (toMax - 2 * IN_STEP)) / (fromMax - 2 * IN_STEP);
}

function maxTop(extent: Extent): number {
  return Math.max(0, extent.content - extent.viewport);
}

function maxScrollTop(extent: Extent): number {
  return Math.max(0, scrollHeight(extent) - extent.viewport);
}

function clampTop(top: number, extent: Extent): number {
  return Math.max(0, Math.min(top, maxTop(extent)));
}
