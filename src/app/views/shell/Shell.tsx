import { Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { pageShown, sayRendered } from '../../page-stages';
import { usePageKeys } from '../../ui/keys';
import { preloadLayers } from '../../ui/layers/lazy';
import { lazyPart } from '../../ui/lazy-part';
import { ToastHost } from '../../ui/ToastHost';
import { useWiring, type Wiring } from '../../wiring';
import { closeSearch, openSearch, useSearchOpen } from '../search/search-dialog-state';
import { Header, HeaderMenu } from './Header';
import { Notices } from './Notices';

const loadSearch = () => import('../search/SearchDialog');
const SearchDialog = lazyPart(() => loadSearch().then((module) => module.SearchDialog));
const KeysDialog = lazyPart(async () => (await import('./KeysDialog')).KeysDialog);

/** Draws the frame around every page. */
export function Shell() {
  const searching = useSearchOpen();
  const [keysShown, setKeysShown] = useState(false);
  usePageKeys('Everywhere', [
    { key: 'mod+k', label: 'Search and commands', run: () => (searching ? closeSearch() : openSearch()) },
    { key: '/', label: 'Search on the page', run: openSearch },
    { key: '?', label: 'Keys of this page', run: () => setKeysShown(true) },
  ]);
  const wiring = useWiring();
  useEffect(() => preloadWhenIdle(wiring), [wiring]);
  useEffect(sayRendered, []);
  return (
    <>
      <a
        href="#main"
        className="-top-12 absolute left-3 z-50 rounded-m border border-line-strong bg-panel px-3 py-1.5 focus:top-2"
      >
        Skip to content
      </a>
      <Header />
      <Notices />
      <main id="main" tabIndex={-1} className="mx-auto max-w-[1600px] px-3 pt-[18px] pb-10 outline-none sm:px-5">
        <Outlet />
      </main>
      <ToastHost />
      {searching && <SearchDialog />}
      {keysShown && <KeysDialog onClose={() => setKeysShown(false)} />}
    </>
  );
}

/** On a first visit the service worker begins to fetch before the code that follows its updates is here (app-updates.ts). */
function beginServiceWorker(): void {
  if (!import.meta.env.PROD || navigator.serviceWorker?.controller !== null) return; // undefined on insecure origins
  navigator.serviceWorker.register('/sw.js').catch(() => {}); // storage is refused
}

/** A page that is never idle starts it nevertheless, ms: the service worker is to be ready 3 s after the content. */
const IDLE_LATEST = 200;

/** Fetches what the first search or menu will need and registers the service worker, once the content is there and nothing better is to do. */
function preloadWhenIdle(wiring: Wiring): () => void {
  let current = true;
  const start = () => {
    if (!current) return;
    void preloadLayers();
    void HeaderMenu.preload();
    import('../../when-idle').then(
      ({ startWhenIdle }) => startWhenIdle(wiring),
      () => {},
    );
    loadSearch().catch(() => {}); // offline before it was cached; it is tried again when it is needed
  };
  void pageShown().then(() => {
    beginServiceWorker();
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: IDLE_LATEST });
    else start();
  });
  return () => {
    current = false;
  };
}
