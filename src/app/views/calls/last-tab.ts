/** The heading of Read/Write that was open last, on any contract. */
const KEY = 'loupe.call-tab';

export function readLastTab(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined; // storage is refused
  }
}

export function keepLastTab(tab: string): void {
  try {
    localStorage.setItem(KEY, tab);
  } catch {
    // Storage is refused: the first heading opens next time.
  }
}
