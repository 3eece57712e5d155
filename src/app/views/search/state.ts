/** Whether the search is open. The header, the home page and a key open it; the dialog itself comes with the first use. */
import { useSyncExternalStore } from 'react';

let open = false;
const listeners = new Set<() => void>();

export function openSearch(): void {
  set(true);
}

/** Closing forgets the query, because the dialog leaves the page (spec §2). */
export function closeSearch(): void {
  set(false);
}

export function useSearchOpen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
}

function set(next: boolean): void {
  open = next;
  for (const listener of listeners) listener();
}
