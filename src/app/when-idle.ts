/** What begins once a page has nothing better to do: the service worker, and following what the reader watches. */
import { followUpdates } from './app-updates';
import { startWatching } from './views/watch/start-watching';
import type { Wiring } from './wiring';

export function startWhenIdle(wiring: Wiring): void {
  if (import.meta.env.PROD) followUpdates();
  if (wiring.config.variant === 'workbench') void startWatching(wiring);
}
