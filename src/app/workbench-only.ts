import { notFound } from '@tanstack/react-router';
import type { Wiring } from './wiring';

/** Returns the `beforeLoad` of pages that visitors of an explorer do not have. */
export function workbenchOnly({ context: { wiring } }: { context: { wiring: Wiring } }): void {
  if (wiring.config.variant === 'explorer') throw notFound();
}
