import { type FocusEvent, type KeyboardEvent, useState } from 'react';

/**
 * One row of a table is a tab stop, the arrow keys, Home and End lead to the
 * others. Spread `handlers` on the body; `focusRow` brings a row onto the page
 * where only some are.
 */
export function useRowKeys(count: number, focusRow: (body: HTMLElement, index: number) => void) {
  const [active, setActive] = useState(0);
  const indexOf = (target: EventTarget) =>
    target instanceof HTMLElement && target.matches('tr[data-index]') ? Number(target.dataset.index) : undefined;
  return {
    active: Math.min(active, Math.max(0, count - 1)),
    handlers: {
      onFocus: (event: FocusEvent<HTMLElement>) => {
        const index = indexOf(event.target);
        if (index !== undefined) setActive(index);
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const index = indexOf(event.target);
        if (index === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
        const targets: Readonly<Record<string, number>> = {
          ArrowDown: index + 1,
          ArrowUp: index - 1,
          Home: 0,
          End: count - 1,
        };
        const next = targets[event.key];
        if (next === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        if (next >= 0 && next < count) focusRow(event.currentTarget, next);
      },
    },
  };
}

/** Moves the focus to a row that is on the page. */
export function focusRow(body: HTMLElement, index: number): void {
  body.querySelector<HTMLElement>(`tr[data-index="${index}"]`)?.focus();
}
