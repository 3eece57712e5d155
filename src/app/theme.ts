/**
 * The theme: light, dark, or as the system has it, followed live.
 *
 * The choice lives in localStorage rather than in IndexedDB because
 * public/first.js must read it before the first paint.
 */
import type { IconName } from './ui/Icon';
import { createStore, useStore } from './ui/store';

export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_LOOKS: Record<Theme, { label: string; icon: IconName }> = {
  light: { label: 'Light', icon: 'sun' },
  dark: { label: 'Dark', icon: 'moon' },
  system: { label: 'As the system', icon: 'screen' },
};

const KEY = 'loupe.theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const chosen = createStore<Theme>(read());

/** Returns the reader's choice; re-renders when it changes, in another tab too. */
export function useTheme(): Theme {
  return useStore(chosen);
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
  system.addEventListener('change', () => apply(chosen.get()));
  addEventListener('storage', (event) => {
    if (event.key === KEY || event.key === null) change(read());
  });
  apply(chosen.get());
}

function change(theme: Theme): void {
  apply(theme);
  chosen.set(theme);
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
