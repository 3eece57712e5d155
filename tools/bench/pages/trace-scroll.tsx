/// <reference types="vite/client" />
/** The trace panel of the app on a million rows held by a worker, on a page of its own. */
import { type Remote, wrap } from 'comlink';
import { createRoot } from 'react-dom/client';
import '../../../src/app/styles/tokens.css';
import { TracePanel, type TracePanelProps } from '../../../src/app/views/trace/TracePanel';
import { assert } from '../../../src/core/values/assert';
import { failure } from '../../../src/core/values/failure';
import { fail } from '../../../src/core/values/result';
import type { ScrollEngine } from './trace-scroll.worker';

const worker = new Worker(new URL('./trace-scroll.worker.ts', import.meta.url), { type: 'module' });
const engine: Remote<ScrollEngine> = wrap<ScrollEngine>(worker);
const place = document.getElementById('root');
assert(place, 'the page of a bench has a #root');

/** The engine, whose trace has no sources: the panel asks for their rows, with a callback that does not cross to a worker. */
const api = new Proxy(engine, {
  get: (target, name) =>
    name === 'sourceTrace'
      ? async () => fail(failure('unsupported', 'This trace has no sources.'))
      : Reflect.get(target, name),
});

const summary = await engine.opened();
createRoot(place).render(
  <TracePanel
    // The panel calls no other method of the engine than those the worker has.
    api={api as unknown as TracePanelProps['api']}
    summary={summary}
    first={summary.first}
    outcome={{ status: 'success' }}
    known={0}
    currency={{ name: 'Ether', symbol: 'ETH', decimals: 18 }}
    openAt={undefined}
    onSelect={() => {}}
    onLost={(error) => {
      throw error;
    }}
  />,
);

/** Scrolls the trace, or an empty page of the same height, for three seconds; the longest time between two frames, ms. */
async function scrollFor(what: 'trace' | 'empty', speed: number): Promise<number> {
  const empty = document.createElement('div');
  empty.style.cssText = 'position:fixed;inset:0;overflow:auto;background:Canvas;z-index:9';
  empty.innerHTML = '<div style="height:8000000px"></div>';
  if (what === 'empty') document.body.append(empty);
  const scroller = what === 'empty' ? empty : document.querySelector('.trace-scroller');
  assert(scroller, 'the panel has a scroller');
  scroller.scrollTop = 0;
  await new Promise((done) => setTimeout(done, 500));
  const start = performance.now();
  let last = start;
  let longest = 0;
  while (last - start < 3_000) {
    await new Promise((done) => requestAnimationFrame(done));
    const now = performance.now();
    longest = Math.max(longest, now - last);
    scroller.scrollTop += (speed * (now - last)) / 1000;
    last = now;
  }
  empty.remove();
  return longest;
}
Object.assign(window, { scrollFor });
