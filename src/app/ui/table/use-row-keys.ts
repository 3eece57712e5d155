import { type FocusEvent, type KeyboardEvent, useState } from 'react';

/**
 * One row of a table is a tab stop, the arrow keys, Home and End lead to the
 * others. Spread `handlers` on the body.
 */
export function useRowKeys(count: number) {
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
        event.currentTarget.querySelector<HTMLElement>(`tr[data-index="${next}"]`)?.focus();
      },
    },
  };
}
