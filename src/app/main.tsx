import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { assert } from '../core/values/assert';
import type { Taker } from './dropped-on-page';
import { nextTask } from './event-loop';
import { contentShown } from './page-stages';
import { makeRouter } from './router';
import { followTheme } from './theme';
import { listenForPageKeys } from './ui/keys';
import { createWiring, readConfig, WiringProvider } from './wiring';

/** A first page that takes longer to find shows its skeleton meanwhile, ms. */
const FIRST_LOAD = 250;

/** Renders the app into #root; `answer` is the request for the configuration. */
export async function start(answer: Promise<Response>): Promise<void> {
  followTheme();
  listenForPageKeys();
  const container = document.getElementById('root');
  assert(container, 'index.html has no #root');
  const root = createRoot(container);
  if (document.getElementById('kept')) void import('./kept-screen/take-over').then(({ takeOver }) => takeOver());

  const config = await readConfig(answer);
  if (!config.ok) {
    const { BadConfigPage } = await import('./views/shell/BadConfigPage');
    root.render(<BadConfigPage problem={config.error} />);
    return;
  }
  const wiring = createWiring(config.value);
  const router = makeRouter(wiring);
  takeDroppedFiles((taker) =>
    router.navigate(taker === 'traceFile' ? { to: '/open' } : { to: '/settings', hash: 'build-output' }),
  );
  // The reader may open a tab of the kept screen before the router follows the address by itself.
  const stop = router.history.subscribe(() => void router.load());
  void contentShown().then(stop);
  await nextTask(); // the router has read all routes, which takes a task
  // Found before anything is rendered: a router that finds its page while it mounts renders all of it at once.
  await Promise.race([router.load(), new Promise((resolve) => setTimeout(resolve, FIRST_LOAD))]);
  // As a transition, so that even the first rendering is done in slices.
  startTransition(() => {
    root.render(
      <StrictMode>
        <WiringProvider value={wiring}>
          <RouterProvider router={router} />
        </WiringProvider>
      </StrictMode>,
    );
  });
}

/** A trace file, or build output, dropped anywhere goes to the page that takes it. */
function takeDroppedFiles(show: (taker: Taker) => Promise<void>): void {
  document.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  document.addEventListener('drop', (event) => {
    const { dataTransfer: data } = event;
    if (event.defaultPrevented || !data?.files.length) return;
    event.preventDefault();
    // The browser forgets both after the event.
    const dropped = {
      files: [...data.files],
      entries: [...data.items].map((item) => item.webkitGetAsEntry?.() ?? null),
    };
    void import('./dropped-on-page').then(({ handOver }) => handOver(dropped, (taker) => void show(taker)));
  });
}
