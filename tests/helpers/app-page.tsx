/** Pages of the app as the reader has them: its routes, its workers and its database, at a path of their own. */
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { makeRouter } from '../../src/app/router';
import { listenForPageKeys } from '../../src/app/ui/keys';
import { createWiring, WiringProvider } from '../../src/app/wiring';
import { parseRuntimeConfig } from '../../src/core/config/runtime-config';
import '../../src/app/styles/index.css';

export type AppPage = {
  element: HTMLElement;
  /** Where the reader is: path and search. */
  address: () => string;
  /** The link of that name. */
  link: (name: string) => HTMLAnchorElement | undefined;
  button: (name: string) => HTMLButtonElement | undefined;
  /** Takes the page down and ends its workers. */
  close: () => void;
};

/** Opens the page at `path`; `config` is what `config.json` says. */
export function openAppPage(path: string, config: unknown): AppPage {
  const parsed = parseRuntimeConfig(config);
  if (!parsed.ok) throw new Error(parsed.error);
  const wiring = createWiring(parsed.value);
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
    link: (name) => named<HTMLAnchorElement>('a', name),
    button: (name) => named<HTMLButtonElement>('button', name),
    close: () => {
      stopListening();
      root.unmount();
      element.remove();
      wiring.workers.end();
    },
  };
}
