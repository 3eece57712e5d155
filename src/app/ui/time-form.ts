/** Whether times stand as how long ago or as dates: one choice for the whole page, kept in this browser. */
import { createStore, useStore } from './store';

export type TimeForm = 'relative' | 'absolute';

const KEY = 'loupe.times';
const chosen = createStore<TimeForm>(read());

export function useTimeForm(): TimeForm {
  return useStore(chosen);
}

/** Keeps and applies the choice. Where storage is refused it holds until the page closes. */
export function setTimeForm(form: TimeForm): void {
  try {
    localStorage.setItem(KEY, form);
  } catch {
    // Storage is refused; the choice still applies to this page.
  }
  chosen.set(form);
}

function read(): TimeForm {
  try {
    return localStorage.getItem(KEY) === 'absolute' ? 'absolute' : 'relative';
  } catch {
    return 'relative';
  }
}
