/** Installing: the browser says once that it could, usually long before anybody asks for it (Chromium; others have a menu of their own). */
import { createStore, useStore } from './ui/store';

/** `beforeinstallprompt`, as Chromium has it. */
type InstallEvent = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> };

const offer = createStore<InstallEvent | undefined>(undefined);

/** Listens from now on. The browser would show a line of its own, which this holds back: the settings offer it. */
export function followInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer.set(event as InstallEvent);
  });
  addEventListener('appinstalled', () => offer.set(undefined));
}

/** Asks the reader; undefined while the browser does not offer it. An offer can be made once. */
export function useInstallOffer(): (() => Promise<void>) | undefined {
  const event = useStore(offer);
  return (
    event &&
    (async () => {
      offer.set(undefined);
      await event.prompt();
    })
  );
}
