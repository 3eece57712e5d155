/** Which part of the axis of gas is on the screen: zoom and pan, kept within the graph. */
import { useCallback, useState } from 'react';
import { type Flame, type FlameIndex, totalGas } from '../../../core/gas/flame';
import type { FlameWindow } from '../../../core/gas/flame-view';

/** One step of the zoom keys and buttons. */
const STEP = 1.6;
/** The narrowest window, gas. */
const NARROWEST = 8;

export type FlameZoom = {
  window: FlameWindow;
  zoomed: boolean;
  /** Around a place of the window, 0 to 1; a factor above 1 shows less. */
  zoom(factor: number, at?: number): void;
  zoomIn(): void;
  zoomOut(): void;
  /** Moves the window by a part of its width; a positive part shows what is further right. */
  pan(part: number): void;
  /** Fills the window with a frame. */
  show(frame: FlameIndex): void;
  reset(): void;
};

export function useFlameZoom(flame: Flame): FlameZoom {
  const whole = flame.end[0] ?? 0;
  const [window, setWindow] = useState<FlameWindow>({ from: 0, to: whole });
  const zoom = useCallback(
    (factor: number, at = 0.5) => {
      setWindow(({ from, to }) => {
        const width = Math.min(whole, Math.max(NARROWEST, (to - from) / factor));
        return within(from + (to - from - width) * at, width, whole);
      });
    },
    [whole],
  );
  const pan = useCallback(
    (part: number) => setWindow(({ from, to }) => within(from + (to - from) * part, to - from, whole)),
    [whole],
  );
  const show = useCallback(
    (frame: FlameIndex) => {
      const width = Math.max(NARROWEST, totalGas(flame, frame));
      setWindow(within(flame.start[frame] ?? 0, width, whole));
    },
    [flame, whole],
  );
  const reset = useCallback(() => setWindow({ from: 0, to: whole }), [whole]);
  const zoomed = window.from > 0 || window.to < whole;
  return { window, zoomed, zoom, zoomIn: () => zoom(STEP), zoomOut: () => zoom(1 / STEP), pan, show, reset };
}

function within(from: number, width: number, whole: number): FlameWindow {
  const size = Math.min(width, whole);
  const start = Math.max(0, Math.min(from, whole - size));
  return { from: start, to: start + size };
}
