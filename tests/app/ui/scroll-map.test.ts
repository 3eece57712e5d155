import { describe, expect, test } from 'vitest';
import {
  followScrollbar,
  isAtEdge,
  MAX_SCROLL_HEIGHT,
  scrollHeight,
  settleContent,
} from '../../../src/app/ui/scroll-map';

const short = { content: 26_000, viewport: 600 };
const long = { content: 26_000_000, viewport: 600 };
const end = (extent: typeof long) => scrollHeight(extent) - extent.viewport;

describe('content shorter than an element may be tall', () => {
  test('scrollbar and content are the same', () => {
    expect(scrollHeight(short)).toBe(26_000);
    expect(followScrollbar({ scrollTop: 0, top: 0 }, 25_000, short)).toEqual({ scrollTop: 25_000, top: 25_000 });
    expect(settleContent(40_000, short)).toEqual({ scrollTop: 25_400, top: 25_400 });
    expect(isAtEdge({ scrollTop: 0, top: 0 }, short)).toBe(false);
  });
});

describe('content taller than an element may be', () => {
  test('the element stays within the limit', () => {
    expect(scrollHeight(long)).toBe(MAX_SCROLL_HEIGHT);
  });

  test('small movements move the content by the same pixels', () => {
    const middle = settleContent(13_000_000, long);
    const moved = followScrollbar(middle, middle.scrollTop + 120, long);
    expect(moved.top).toBe(13_000_120);
  });

  test('the ends of the scrollbar are the ends of the content', () => {
    expect(settleContent(0, long).scrollTop).toBe(0);
    expect(settleContent(long.content - long.viewport, long).scrollTop).toBe(end(long));
    const start = { scrollTop: 0, top: 0 };
    expect(followScrollbar(start, end(long), long).top).toBe(long.content - long.viewport);
    expect(followScrollbar(settleContent(long.content, long), 0, long).top).toBe(0);
  });

  test('a jump of the scrollbar to where it settled for a place leads to that place', () => {
    for (const top of [5_000, 99_000, 1_234_567, 13_000_000, 25_950_000]) {
      const jumped = followScrollbar({ scrollTop: -100_000_000, top: 0 }, settleContent(top, long).scrollTop, long);
      expect(Math.abs(jumped.top - top)).toBeLessThanOrEqual(4);
    }
  });

  test('a settled scrollbar is never at an edge it is not at', () => {
    for (let top = 0; top <= long.content - long.viewport; top += 77_777) {
      expect(isAtEdge(settleContent(top, long), long)).toBe(false);
    }
  });

  test('a scrollbar that runs out before the content does is noticed', () => {
    expect(isAtEdge({ scrollTop: 500, top: 900_000 }, long)).toBe(true);
    expect(isAtEdge({ scrollTop: end(long) - 500, top: 20_000_000 }, long)).toBe(true);
    expect(isAtEdge({ scrollTop: 900_000, top: 500 }, long)).toBe(true);
  });

  test('the content never leaves its bounds', () => {
    expect(followScrollbar({ scrollTop: 1_000, top: 10 }, 500, long).top).toBe(0);
    expect(followScrollbar({ scrollTop: 1_000, top: long.content - 610 }, 1_500, long).top).toBe(long.content - 600);
  });
});
