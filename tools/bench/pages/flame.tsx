/// <reference types="vite/client" />
/** The flame graph of the app on a million frames laid out by a worker, on a page of its own. */
import { type Remote, wrap } from 'comlink';
import { createRoot } from 'react-dom/client';
import '../../../src/app/styles/tokens.css';
import { FlameGraph } from '../../../src/app/views/gas/FlameGraph';
import { useFlameZoom } from '../../../src/app/views/gas/use-flame-window';
import type { Flame, FlameNames } from '../../../src/core/gas/flame';
import { assert } from '../../../src/core/values/assert';
import type { FlameWorker } from './flame.worker';

const worker = new Worker(new URL('./flame.worker.ts', import.meta.url), { type: 'module' });
const engine: Remote<FlameWorker> = wrap<FlameWorker>(worker);
const place = document.getElementById('root');
assert(place, 'the page of a bench has a #root');

const nothing = () => {};

function Graph({ flame, names }: { flame: Flame; names: FlameNames }) {
  const zoom = useFlameZoom(flame);
  return (
    <FlameGraph
      flame={flame}
      names={names}
      zoom={zoom}
      selected={undefined}
      onSelect={nothing}
      matches={undefined}
      onWidth={nothing}
      describedBy="root"
    />
  );
}

/** Shows the graph. */
async function show(): Promise<void> {
  const { flame, names } = await engine.graph();
  createRoot(place as HTMLElement).render(<Graph flame={flame} names={names} />);
}

/** Turns the wheel for three seconds, zooming in and out and panning, or does nothing; the longest time between two frames, ms. */
async function move(what: 'graph' | 'nothing'): Promise<number> {
  const canvas = document.querySelector('canvas');
  assert(canvas, 'the graph has a canvas');
  const start = performance.now();
  let last = start;
  let longest = 0;
  while (last - start < 3_000) {
    await new Promise((done) => requestAnimationFrame(done));
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (what === 'nothing') continue;
    const phase = Math.sin((now - start) / 400);
    canvas.dispatchEvent(wheel(canvas, { ctrlKey: true, deltaY: phase * 60 }));
    canvas.dispatchEvent(wheel(canvas, { deltaX: Math.cos((now - start) / 300) * 80 }));
  }
  return longest;
}

function wheel(canvas: HTMLCanvasElement, init: WheelEventInit): WheelEvent {
  const { left, top, width } = canvas.getBoundingClientRect();
  return new WheelEvent('wheel', {
    bubbles: true,
    cancelable: true,
    clientX: left + width / 3,
    clientY: top + 10,
    ...init,
  });
}

const bench = { engine, show, move };
export type FlameBench = typeof bench;
Object.assign(window, { flame: bench });
