/**
 * The service worker: the app opens without a network, and a page that was open before with the first screen it had.
 *
 * Files whose names have a digest of their content never change: they are kept
 * under their URL, and the network is not asked for one that is kept. What the
 * home page and a transaction need is fetched while it installs, side by side,
 * most of it from the browser's own cache; the rest one after the other, once a
 * page asks for it. The few files under fixed names are kept by version.
 */
import { clientsClaim, type WorkboxPlugin } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { warmStrategyCache } from 'workbox-recipes';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { CONFIGURATION } from '../db/cache-storage/config-digest';
import { type SentDocument, sentDocument, withKeptScreen } from './kept-screen';
import { takeShared } from './share-target';

declare const self: ServiceWorkerGlobalScope;

const ASSETS = 'assets';

/** A file of the build. `isLater` (tools/later-files.ts): neither the home page nor a transaction needs it. */
type BuiltFile = PrecacheEntry & { isLater?: boolean };

const files = self.__WB_MANIFEST.filter((entry): entry is BuiltFile => typeof entry !== 'string');
const hrefsOf = (some: BuiltFile[]) => some.map(({ url }) => new URL(url, self.location.href).href);
const hashed = hrefsOf(files.filter(({ revision }) => !revision));
const later = hrefsOf(files.filter(({ isLater }) => isLater));

/** Aborted once this version is about to be replaced. */
const replaced = new AbortController();
/** Nothing is waited for then: the browser would let it end first, up to five minutes, and the pages are loaded again. */
const endsWhenReplaced: WorkboxPlugin = {
  requestWillFetch: async ({ request }) => new Request(request, { signal: replaced.signal }),
};
/** Pages that load something meanwhile go first. */
const afterPages: WorkboxPlugin = {
  requestWillFetch: async ({ request }) => new Request(request, { priority: 'low' }),
};
const cacheFirst = (...plugins: WorkboxPlugin[]) =>
  new CacheFirst({ cacheName: ASSETS, matchOptions: { ignoreVary: true }, plugins });
const assets = cacheFirst(endsWhenReplaced);
const assetsAhead = cacheFirst(endsWhenReplaced, afterPages);
const known = new Set(hashed);

precacheAndRoute(files.filter(({ revision }) => revision));
cleanupOutdatedCaches();
warmStrategyCache({ urls: hashed.filter((url) => !later.includes(url)), strategy: assetsAhead });
registerRoute(({ url }) => known.has(url.href), assets);
const appDocument = createHandlerBoundToURL('/index.html');
/** The document of this version, once it was read. */
let sent: SentDocument | undefined;
registerRoute(
  new NavigationRoute(async (asked) => {
    sent ??= await sentDocument(await appDocument(asked));
    return withKeptScreen(sent, asked.url, readSheet);
  }),
);
registerRoute(
  ({ url }) => url.pathname === '/open',
  ({ request }) => takeShared(request),
  'POST',
);
// Deployments change these beside the app: fresh while there is a network, as last seen without.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.endsWith('.json'),
  new NetworkFirst({
    cacheName: CONFIGURATION,
    networkTimeoutSeconds: 4,
    plugins: [endsWhenReplaced, new ExpirationPlugin({ maxEntries: 40 })],
  }),
);
// Parts that the first page of all loads later are to come from here too.
clientsClaim();

self.addEventListener('activate', (event) => event.waitUntil(dropUnknown()));
self.addEventListener('message', (event) => {
  const { type } = (event.data ?? {}) as { type?: unknown };
  if (type === 'SKIP_WAITING') event.waitUntil(replaceActive());
  if (type === 'KEEP_REST') event.waitUntil(keepRest(event));
  if (type === 'END_WORK') replaced.abort();
});

/** How long a page may take to end its requests, milliseconds: one that sleeps in the background does not answer. */
const PATIENCE = 2_000;

/**
 * Takes over from the active version. The browser stops that one first, and a
 * single request of any page meanwhile starts it again and keeps it for minutes.
 * So all pages stop asking before it is stopped.
 */
async function replaceActive(): Promise<void> {
  self.registration.active?.postMessage({ type: 'END_WORK' });
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE));
  await Promise.race([patience, Promise.all(pages.map(standStill))]);
  await self.skipWaiting();
}

/** Tells a page to ask nothing more until it is loaded again, and waits for its answer (src/app/app-updates.ts). */
function standStill(page: Client): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    page.postMessage({ type: 'STAND_STILL' }, [port2]);
  });
}

/** Keeps what is not kept yet, one file after the other: pages are not to wait for it. */
async function keepRest(event: ExtendableEvent): Promise<void> {
  for (const url of later) {
    if (replaced.signal.aborted) return;
    const [, done] = assetsAhead.handleAll({ event, request: new Request(url) });
    await done.catch(() => {}); // offline; the next page asks again
  }
}

/** Style sheets that were read, by path: a file of the build never changes. */
const sheets = new Map<string, string>();

/** Reads a style sheet of this version, undefined where it is not kept. */
async function readSheet(path: string): Promise<string | undefined> {
  const { href } = new URL(path, self.location.href);
  if (!known.has(href)) return undefined;
  const text = sheets.get(path) ?? (await (await caches.match(href, { cacheName: ASSETS, ignoreVary: true }))?.text());
  if (text !== undefined) sheets.set(path, text);
  return text;
}

/** Drops what an earlier version kept. */
async function dropUnknown(): Promise<void> {
  const cache = await caches.open(ASSETS);
  for (const { url } of await cache.keys()) if (!known.has(url)) await cache.delete(url);
}
