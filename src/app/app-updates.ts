/** The service worker: it makes the app open without network, and offers a new version instead of forcing it. */
import { registerSW } from 'virtual:pwa-register';
import { CONFIGURATION } from '../db/cache-storage/config-digest';
import type { Workers } from '../workers/client';
import { toast } from './ui/toast';
import { ofVisit } from './visit';

const HOUR = 3_600_000; // milliseconds between questions for a new version
/** Milliseconds until a page that stands still is loaded again even though no new version took over, which takes one or two seconds. */
const STILL_AT_MOST = 5_000;

const updates = ofVisit<{ areFollowed: boolean; offered?: ServiceWorker }>(() => ({ areFollowed: false }));

/** Registers it once. Nothing happens where the browser has none, or on insecure origins. */
export function followUpdates(workers: Workers): void {
  if (updates().areFollowed) return;
  updates().areFollowed = true;
  navigator.serviceWorker?.addEventListener('message', ({ data, ports }) => {
    if (data?.type === 'STAND_STILL') standStill(workers, ports[0]);
  });
  const update = registerSW({
    onNeedRefresh: () => void offer(() => void update(true)),
    onRegisteredSW: (_url, registration) => {
      if (!registration) return;
      void keepConfiguration();
      void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ type: 'KEEP_REST' }));
      setInterval(() => {
        if (navigator.onLine) registration.update().catch(() => {}); // asked again in an hour
      }, HOUR);
    },
  });
}

/** Once for each version, which may be told of more than once. */
async function offer(take: () => void): Promise<void> {
  const waiting = (await navigator.serviceWorker.getRegistration())?.waiting ?? undefined;
  if (waiting === undefined || waiting === updates().offered) return;
  updates().offered = waiting;
  // Taken in any tab, it serves them all. Those that no version served when they were loaded are not reloaded by `take`.
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  toast({ text: 'A new version of Loupe is here', lasting: true, action: { label: 'Reload', run: take } });
}

/** Asks nothing more: the reader took a new version, in this tab or another, and the page is about to be loaded again. */
function standStill(workers: Workers, answer: MessagePort | undefined): void {
  workers.end();
  answer?.postMessage(null);
  setTimeout(() => void loadPastOldVersion(), STILL_AT_MOST);
}

/**
 * Loads the page again where the new version did not take over in time. The
 * browser may keep the old one for minutes, and loading the page through it
 * keeps it longer. Once that is unregistered, pages come from the network and
 * register the new version; its files are kept already. Offline they stay with
 * the old one, and the new one takes over when all pages are closed.
 */
async function loadPastOldVersion(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  // None waits where another page was here first.
  if (navigator.onLine && registration?.waiting) await registration.unregister().catch(() => false);
  location.reload();
}

/** The first page of all was loaded before the service worker ran, so its configuration is kept here. */
async function keepConfiguration(): Promise<void> {
  try {
    const cache = await caches.open(CONFIGURATION);
    await cache.add('/config.json');
  } catch {
    // Offline or storage refused: the service worker keeps it the next time it passes.
  }
}
