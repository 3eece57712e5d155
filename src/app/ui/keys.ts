/**
 * The keys of the page: views say which they have, `?` lists them.
 *
 * A key with `run` works wherever the focus is, except while typing; one
 * without is handled by the view itself (arrow keys in a tree) and only listed.
 */
import { useLayoutEffect } from 'react';
import { createStore, useStore } from './store';
import { useLatest } from './use-latest';

export type PageKey = {
  /** KeyboardEvent.key, so a capital letter is one with Shift; `mod+k` with ⌘ or Ctrl. */
  key: string;
  label: string;
  run?: () => void;
};

type Group = { name: string; keys: readonly PageKey[] };

const groups = createStore<readonly Group[]>([]);

/** Adds keys while the component is on the page. Later groups win over earlier ones with the same key. */
export function usePageKeys(name: string, keys: readonly PageKey[]): void {
  const latest = useLatest(keys);
  // What is listed changes only with this text, so that a new closure per render costs nothing.
  const listed = keys.map(({ key, label }) => `${key} ${label}`).join('\n');
  // Before the page is painted: on a busy machine, who sees it may press a key before other effects run.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `listed` stands for the keys
  useLayoutEffect(() => {
    const group: Group = {
      name,
      keys: latest.current.map((entry, index) => ({
        ...entry,
        ...(entry.run && { run: () => latest.current[index]?.run?.() }),
      })),
    };
    groups.set([...groups.get(), group]);
    return () => groups.set(groups.get().filter((other) => other !== group));
  }, [name, listed]);
}

/** Returns the keys of the page now, by group. */
export function usePageKeyGroups(): readonly Group[] {
  return useStore(groups);
}

/** Runs keys of the page for the whole document. Returns how to stop. */
export function listenForPageKeys(): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.isComposing) return;
    const mod = event.metaKey || event.ctrlKey;
    if (!mod && (isTyping(event.target) || isBehindDialog(event.target))) return;
    const pressed = mod ? `mod+${event.key.toLowerCase()}` : event.key;
    const run = groups
      .get()
      .findLast((group) => group.keys.some(({ key, run }) => key === pressed && run))
      ?.keys.find(({ key, run }) => key === pressed && run)?.run;
    if (!run) return;
    event.preventDefault();
    run();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}

/** Keys of the page rest while a dialog or menu is open. */
function isBehindDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;
}

/** Returns a key as it is printed: ⌘K on a Mac, Ctrl K elsewhere, arrows as arrows. */
export function printKey(key: string): string {
  const mac = /mac/i.test(navigator.platform);
  return key
    .split('+')
    .map((part) =>
      part === 'mod'
        ? mac
          ? '⌘'
          : 'Ctrl'
        : (PRINTED[part] ?? (/^[A-Z]$/.test(part) ? `⇧${part}` : part.length === 1 ? part.toUpperCase() : part)),
    )
    .join(mac ? '' : ' ');
}

const PRINTED: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  ' ': 'Space',
};
