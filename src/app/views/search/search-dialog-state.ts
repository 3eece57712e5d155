/** Whether the search is open. The header, the home page and a key open it; the dialog itself comes with the first use. */
import { createStore, useStore } from '../../ui/store';
import { ofVisit } from '../../visit';

const open = ofVisit(() => createStore(false));

export function openSearch(): void {
  open().set(true);
}

/** Closes the search. The query is forgotten, because the dialog leaves the page. */
export function closeSearch(): void {
  open().set(false);
}

export function useSearchOpen(): boolean {
  return useStore(open());
}
