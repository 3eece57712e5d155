import type { KeyboardEvent } from 'react';

/**
 * Moves the focus along a list of tabs with arrow keys, Home and End. With
 * `open` they press the tab they come to; without, Enter does, as with every
 * link.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>, { open = false } = {}): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const at = tabs.indexOf(document.activeElement as HTMLElement);
  const steps: Readonly<Record<string, number>> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
  const step = steps[event.key];
  if (at < 0 || step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  // The same keys mean something to the page, as steps in the debugger.
  event.stopPropagation();
  const next = tabs.at(step % tabs.length);
  next?.focus();
  if (open) next?.click();
}
