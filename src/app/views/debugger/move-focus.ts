import type { KeyboardEvent } from 'react';

/** Arrow keys move between the tabs of a list, and open them. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (by === 0) return;
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const at = tabs.indexOf(document.activeElement as HTMLElement);
  event.preventDefault();
  event.stopPropagation();
  const next = tabs.at((at + by) % tabs.length);
  next?.focus();
  next?.click();
}
