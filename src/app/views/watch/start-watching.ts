/** Has the watches followed while the app is open, and shows what the browser may notify of. */
import { readWatches } from '../../../db/watches/watches';
import type { WatchNotice } from '../../../workers/watch/watch.api';
import { ofVisit } from '../../visit';
import type { Wiring } from '../../wiring';

const following = ofVisit(() => ({ isStarted: false }));

/** Follows the networks that have watches; called again, the watches are looked at anew. Does not fail. */
export async function startWatching(wiring: Wiring): Promise<void> {
  const watches = await readWatches();
  if (!watches.some(({ isOn }) => isOn)) return;
  const { watch } = wiring.workers;
  const begin = async () => {
    await watch.subscribe((notices) => void notify(wiring, notices));
    await watch.follow();
  };
  const here = following();
  if (!here.isStarted) {
    here.isStarted = true;
    wiring.workers.subscribe((event) => {
      if (event.type === 'restarted' && event.worker === 'indexer') begin().catch(() => {});
    });
  }
  // Lost with a worker that dies at once; it is begun again when it was restarted.
  await begin().catch(() => {});
}

async function notify(wiring: Wiring, notices: readonly WatchNotice[]): Promise<void> {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  const networks = await wiring.networks();
  for (const { id, networkId, name, what, transactionHash } of notices) {
    const network = networks.find((each) => each.id === networkId);
    const shown = showNotification(name, `${what} · ${network?.name ?? `chain ${networkId}`}`, id);
    if (shown === undefined) return;
    shown.onclick = () => {
      window.focus();
      if (network !== undefined && transactionHash !== undefined) {
        location.assign(`/${network.route}/tx/${transactionHash}`);
      }
    };
  }
}

/** Under the id of one that is shown it takes its place. Undefined on phones, where only a service worker may show one. */
function showNotification(title: string, body: string, id: string): Notification | undefined {
  try {
    return new Notification(title, { body, tag: id });
  } catch {
    return undefined;
  }
}
