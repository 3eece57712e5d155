/** The router over all pages, and what stands where a page is on its way, is missing or fails. */
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { routeTree } from './routeTree.gen';
import { parseSearch, stringifySearch } from './search-text';
import { PageSkeleton } from './ui/PageSkeleton';
import { ErrorPage } from './views/shell/ErrorPage';
import { NotFoundPage } from './views/shell/NotFoundPage';
import type { Wiring } from './wiring';

/** Follows the browser's address, unless it is given another `history`. */
export function makeRouter(wiring: Wiring, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context: { wiring },
    ...(history && { history }),
    defaultPendingComponent: PageSkeleton,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
