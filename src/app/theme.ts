/**
 * The theme: light, dark, or as the system has it, followed live.
 *
 * The choice lives in localStorage rather than in IndexedDB because
 * public/theme.js must read it before the first paint.
 */
import { useSyncExternalStore } from 'react';

export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'loupe.theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
let current = read();

/** The reader's choice; re-renders when it changes, in another tab too. */
export function useTheme(): Theme {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}

/** Keeps and applies the choice. Where storage is refused it holds until the page closes. */
export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage is refused; the choice still applies to this page.
  }
  change(theme);
}

/** Follows the system and other tabs for as long as the page lives. */
export function followTheme(): void {
  system.addEventListener('change', () => apply(current));
  addEventListener('storage', (event) => {
    if (event.key === KEY || event.key === null) change(read());
  });
  apply(current);
}

function change(theme: Theme): void {
  current = theme;
  apply(theme);
  for (const listener of listeners) listener();
}

function apply(theme: Theme): void {
  document.documentElement.dataset.theme = theme === 'system' ? (system.matches ? 'dark' : 'light') : theme;
}

function read(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === stored) ?? 'system';
  } catch {
    return 'system';
  }
}
