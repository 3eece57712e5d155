/** What begins once a page has nothing better to do: the service worker, keeping what the first screen shows, what the next transaction is drawn with, the offer to install, equal addresses that light up, and following what the reader watches and what endpoints may be asked. */
import { followInstallOffer } from './install-offer';
import { lightUpEqualAddresses } from './ui/identity/light-up';
import { startWatching } from './views/watch/start-watching';
import type { Wiring } from './wiring';

export function startWhenIdle(wiring: Wiring): void {
  if (navigator.serviceWorker)
    import('./kept-screen/keep').then(
      ({ keepScreens }) => keepScreens(wiring),
      () => {},
    );
  import('./transaction-at-hand').catch(() => {}); // for the first transaction that the reader goes to
  followInstallOffer();
  lightUpEqualAddresses();
  // What registers the service worker exists in builds only.
  if (import.meta.env.PROD)
    import('./app-updates').then(
      ({ followUpdates }) => followUpdates(wiring.workers),
      () => {},
    );
  if (wiring.config.variant !== 'workbench') return;
  void startWatching(wiring);
  import('./views/usage/warn-of-quotas').then(
    ({ warnOfQuotas }) => warnOfQuotas(),
    () => {},
  );
}
