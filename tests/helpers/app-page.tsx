/** Pages of the app as the reader has them: its routes, its workers and its database, at a path of their own. */
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { makeRouter } from '../../src/app/router';
import { listenForPageKeys } from '../../src/app/ui/keys';
import { receiveToasts } from '../../src/app/ui/toast';
import { closeSearch } from '../../src/app/views/search/search-dialog-state';
import { createWiring, type Wiring, WiringProvider } from '../../src/app/wiring';
import { parseRuntimeConfig } from '../../src/core/config/runtime-config';
import '../../src/app/styles/index.css';

export type AppPage = {
  element: HTMLElement;
  /** Returns path and search of the page that is shown. */
  address: () => string;
  /** Goes to the path as a link does, without loading the app anew; resolves when the page at the path is shown. */
  follow: (path: string) => Promise<void>;
  /** The link of that name. */
  link: (name: string) => HTMLAnchorElement | undefined;
  button: (name: string) => HTMLButtonElement | undefined;
  /** Takes the page down, and ends the workers that it started. */
  close: () => void;
};

/** The workers of a page, and what connects them with it. */
export type PageWiring = Wiring;

/** Starts workers of their own; `config` is what `config.json` says. */
export function wiringOf(config: unknown): PageWiring {
  const parsed = parseRuntimeConfig(config);
  if (!parsed.ok) throw new Error(parsed.error);
  return createWiring(parsed.value);
}

/** Opens the page at `path` with workers of its own, which end with it; `config` is what `config.json` says. */
export function openAppPage(path: string, config: unknown): AppPage {
  const wiring = wiringOf(config);
  const page = showPage(path, wiring);
  return {
    ...page,
    close() {
      page.close();
      wiring.workers.end();
    },
  };
}

/** Opens the page at `path` with these workers, which go on when it is closed. */
export function showPage(path: string, wiring: PageWiring): AppPage {
  // Toasts that came when the page before was closed are not this one's, nor is its search.
  receiveToasts(() => {})();
  closeSearch();
  const router = makeRouter(wiring, createMemoryHistory({ initialEntries: [path] }));
  const stopListening = listenForPageKeys();
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  root.render(
    <WiringProvider value={wiring}>
      <RouterProvider router={router} />
    </WiringProvider>,
  );
  const named = <E extends HTMLElement>(selector: string, name: string) =>
    [...element.querySelectorAll<E>(selector)].find(({ textContent }) => textContent?.trim() === name);
  return {
    element,
    address: () => router.state.location.href,
    follow: (to) =>
      new Promise((resolve) => {
        const stop = router.subscribe('onResolved', () => {
          stop();
          resolve();
        });
        // The browser would write the address in this way.
        const { pathname, search, hash } = new URL(to, location.origin);
        router.history.push(pathname + search + hash);
      }),
    link: (name) => named<HTMLAnchorElement>('a', name),
    button: (name) => named<HTMLButtonElement>('button', name),
    close: () => {
      stopListening();
      root.unmount();
      element.remove();
    },
  };
}
