/**
 * The flame graph: a canvas as tall as the panel, under a scrolled space as
 * tall as the graph is deep. The canvas takes focus and keys; what it shows of
 * the selected call is said in words for those who do not see it.
 */
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type Flame, type FlameIndex, type FlameNames, flameIndex, frameName, rowsOf } from '../../../core/gas/flame';
import { calleesOf, frameAt } from '../../../core/gas/flame-view';
import { FlameTooltip } from './FlameTooltip';
import { useFlameColours } from './flame-colours';
import { CELL, paintFlame } from './flame-paint';
import type { FlameZoom } from './use-flame-window';

type Props = {
  flame: Flame;
  names: FlameNames;
  zoom: FlameZoom;
  selected: FlameIndex | undefined;
  onSelect: (frame: FlameIndex) => void;
  matches: Uint8Array | undefined;
  /** Says the width the graph is drawn at, px. */
  onWidth: (width: number) => void;
  describedBy: string;
};

type Hover = { frame: FlameIndex; x: number; y: number };

/** Rows that are seen at once at most; the rest scrolls. */
const MAX_ROWS = 20;
/** A press that moves further is a drag, px. */
const DRAG = 4;

export function FlameGraph({ flame, names, zoom, selected, onSelect, matches, onWidth, describedBy }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const look = useFlameColours();
  const [width, setWidth] = useState(0);
  const [scrollTop, setScrollTop] = useState(0);
  const [hover, setHover] = useState<Hover>();
  const drag = useRef<{ x: number; moved: boolean }>(undefined);
  const rows = useMemo(() => rowsOf(flame), [flame]);
  const height = Math.min(rows, MAX_ROWS) * CELL;

  useEffect(() => {
    if (!scroller.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      setWidth(Math.floor(entry.contentRect.width));
      onWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [onWidth]);

  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d', { alpha: false });
    if (!element || !context || width === 0) return;
    const ratio = devicePixelRatio;
    const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
    // Setting the size empties the canvas, so only when it changed.
    if (element.width !== across) element.width = across;
    if (element.height !== down) element.height = down;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const { window } = zoom;
    paintFlame(
      context,
      { flame, names, window, width, height, scrollTop, selected, hovered: hover?.frame, matches },
      look,
    );
  });

  useEffect(() => {
    if (selected === undefined || !scroller.current) return;
    const top = (flame.depth[selected] ?? 0) * CELL;
    const { scrollTop: from, clientHeight } = scroller.current;
    if (top < from) scroller.current.scrollTop = top;
    else if (top + CELL > from + clientHeight) scroller.current.scrollTop = top + CELL - clientHeight;
  }, [flame, selected]);

  // React listens to the wheel passively, and zooming must keep the page from moving.
  const { zoom: zoomBy, pan } = zoom;
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey;
      if (!event.ctrlKey && !event.metaKey && !sideways) return; // scrolls the rows
      event.preventDefault();
      if (sideways) pan((event.deltaX || event.deltaY) / element.clientWidth);
      else zoomBy(Math.exp(-event.deltaY / 300), event.offsetX / element.clientWidth);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [zoomBy, pan]);

  const frameUnder = (event: MouseEvent): FlameIndex | undefined => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const { from, to } = zoom.window;
    const gas = from + ((event.clientX - left) / width) * (to - from);
    const frame = frameAt(flame, gas, Math.floor((event.clientY - top + scrollTop) / CELL));
    return frame < 0 ? undefined : frame;
  };
  const endDrag = () => {
    drag.current = undefined;
  };
  const onPointerMove = (event: PointerEvent<HTMLCanvasElement>) => {
    // The button may have been released beside the canvas.
    if (event.buttons === 0) endDrag();
    if (drag.current) {
      const by = event.clientX - drag.current.x;
      if (!drag.current.moved && Math.abs(by) < DRAG) return;
      drag.current = { x: event.clientX, moved: true };
      event.currentTarget.setPointerCapture(event.pointerId);
      zoom.pan(-by / width);
      setHover(undefined);
      return;
    }
    const frame = frameUnder(event);
    setHover(frame === undefined ? undefined : { frame, x: event.clientX, y: event.clientY });
  };
  const onPointerUp = (event: PointerEvent<HTMLCanvasElement>) => {
    const wasDrag = drag.current?.moved ?? false;
    endDrag();
    const frame = frameUnder(event);
    if (!wasDrag && frame !== undefined) onSelect(frame);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const act = ACTIONS[event.key];
    if (act) act(zoom, selected);
    else if (event.shiftKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight'))
      zoom.pan(event.key === 'ArrowLeft' ? -0.1 : 0.1);
    else {
      const next = keyedFrame(flame, selected, event.key);
      if (next === undefined) return;
      onSelect(next);
    }
    event.preventDefault();
  };
  return (
    <div
      ref={scroller}
      data-testid="flame-scroller"
      className="overflow-y-auto overflow-x-hidden"
      style={{ height }}
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
    >
      <div style={{ height: rows * CELL }}>
        <canvas
          ref={canvas}
          tabIndex={0}
          // Keys move along its frames; an image would take none.
          role="slider"
          aria-valuemin={0}
          aria-valuemax={flame.length - 1}
          aria-valuenow={selected ?? 0}
          aria-valuetext={frameName(names, selected ?? flameIndex(0))}
          aria-label="Flame graph of gas used by call"
          aria-describedby={describedBy}
          className="sticky top-0 block touch-pan-y"
          style={{ width, height }}
          onPointerDown={(event) => {
            if (event.button === 0) drag.current = { x: event.clientX, moved: false };
          }}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onPointerCancel={endDrag}
          onPointerLeave={() => setHover(undefined)}
          onDoubleClick={(event) => {
            const frame = frameUnder(event);
            if (frame !== undefined) zoom.show(frame);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {hover && <FlameTooltip flame={flame} names={names} {...hover} />}
    </div>
  );
}

type Act = (zoom: FlameZoom, selected: FlameIndex | undefined) => void;

/** Keys beside those that move the selection. */
const ACTIONS: Readonly<Record<string, Act>> = {
  '+': (zoom) => zoom.zoomIn(),
  '=': (zoom) => zoom.zoomIn(),
  '-': (zoom) => zoom.zoomOut(),
  '0': (zoom) => zoom.reset(),
  Escape: (zoom) => zoom.reset(),
  Enter: (zoom, selected) => selected !== undefined && zoom.show(selected),
};

/** Returns the frame a key leads to, `undefined` for other keys and where there is none. Without a selection it is the root. */
function keyedFrame(flame: Flame, selected: FlameIndex | undefined, key: string): FlameIndex | undefined {
  if (!KEYS.includes(key)) return undefined;
  if (selected === undefined || key === 'Home') return flameIndex(0);
  const parent = flameIndex(flame.parent[selected] ?? -1);
  if (key === 'ArrowUp') return parent < 0 ? undefined : parent;
  if (key === 'ArrowDown') return calleesOf(flame, selected).next().value ?? undefined;
  if (parent < 0) return undefined;
  let before: FlameIndex | undefined;
  for (const sibling of calleesOf(flame, parent)) {
    if (sibling === selected && key === 'ArrowLeft') return before;
    if (before === selected && key === 'ArrowRight') return sibling;
    before = sibling;
  }
  return undefined;
}

const KEYS: readonly string[] = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home'];
