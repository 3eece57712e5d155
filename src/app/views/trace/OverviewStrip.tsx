/**
 * The whole trace beside the scrollbar: depth, reverts, search hits and where
 * the reader is. A pointer drags it; the keyboard has the tree's own keys.
 */

import { type PointerEvent, useEffect, useRef } from 'react';
import type { TraceHandle } from '../../../workers/ids';
import { type Overview, OverviewMark } from '../../../workers/trace/rows.api';
import type { TraceApi } from '../../../workers/trace/trace.api';
import type { Extent } from '../../ui/scroll-map';
import { useLoaded } from '../../use-loaded';

const WIDTH = 46;
/** One slice of the trace, px. */
const SLICE = 3;
/** Width of the mark of a revert (left edge) or a search hit (right edge), px. */
const TICK = 7;

type Props = {
  api: Pick<TraceApi, 'overview'>;
  handle: TraceHandle;
  /** Grows whenever what the strip shows may have changed: folding, or a search. */
  version: string;
  rowCount: number;
  extent: Extent;
  /** Scroll position of the content, px. */
  top: number;
  onMove: (top: number) => void;
};

export function OverviewStrip({ api, handle, version, rowCount, extent, top, onMove }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const height = extent.viewport;
  const buckets = Math.max(1, Math.min(rowCount, Math.floor(height / SLICE)));

  const overview = useLoaded(height === 0 ? undefined : `overview ${handle}`, () => api.overview(handle, buckets), {
    version: `${version} ${buckets}`,
  });

  useEffect(() => {
    if (!canvas.current || !overview || height === 0) return;
    const draw = () => canvas.current && paint(canvas.current, overview, height, extent.content);
    draw();
    const themes = new MutationObserver(draw);
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class'] });
    return () => themes.disconnect();
  }, [overview, height, extent.content]);

  const used = usedHeight(height, extent.content);
  const windowHeight = Math.max(8, Math.min(used, (extent.viewport / Math.max(1, extent.content)) * used));
  const share = top / Math.max(1, extent.content - extent.viewport);
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId);
    if (event.buttons === 0) return;
    const y = event.clientY - event.currentTarget.getBoundingClientRect().top;
    const reach = Math.max(1, used - windowHeight);
    const at = Math.max(0, Math.min(1, (y - windowHeight / 2) / reach));
    onMove(Math.round(at * Math.max(0, extent.content - extent.viewport)));
  };
  return (
    <div className="trace-strip" aria-hidden="true" onPointerDown={drag} onPointerMove={drag}>
      <canvas ref={canvas} style={{ width: WIDTH, height }} />
      {extent.content > extent.viewport && (
        <b style={{ height: windowHeight, transform: `translateY(${share * (used - windowHeight)}px)` }} />
      )}
    </div>
  );
}

/** A trace shorter than the strip is drawn at its own size. */
function usedHeight(height: number, content: number): number {
  return Math.min(height, content);
}

function paint(canvas: HTMLCanvasElement, overview: Overview, height: number, content: number): void {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(WIDTH * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(ratio, ratio);
  const style = getComputedStyle(canvas);
  const colour = (token: string) => style.getPropertyValue(token).trim();
  const line = colour('--line-strong');
  const slice = usedHeight(height, content) / Math.max(1, overview.depth.length);
  const step = (WIDTH - 14) / Math.max(6, overview.maxDepth + 1);
  const bar = Math.max(1, Math.min(2, slice - 1));
  context.fillStyle = line;
  overview.depth.forEach((depth, at) => {
    const left = 4 + depth * step;
    context.fillRect(left, at * slice, WIDTH - 6 - left, bar);
  });
  const ticks = [
    { bit: OverviewMark.failed, colour: colour('--failure'), left: 0 },
    { bit: OverviewMark.match, colour: colour('--accent'), left: WIDTH - TICK },
  ];
  for (const tick of ticks) {
    context.fillStyle = tick.colour;
    overview.marks.forEach((marks, at) => {
      if (marks & tick.bit) context.fillRect(tick.left, at * slice, TICK, Math.max(2, Math.min(3, slice)));
    });
  }
}
