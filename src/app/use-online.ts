/** Whether the browser has a network, which an endpoint on this machine does not need. */
import { useSyncExternalStore } from 'react';

/** Returns false while the browser says that it is offline. */
export function useOnline(): boolean {
  return useSyncExternalStore(watchConnection, () => navigator.onLine);
}

function watchConnection(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
