/**
 * When the page shows what it was opened for. What can wait until then, waits:
 * preloads, the service worker and its cache, lists nobody came for.
 */

import { nextPaint } from './event-loop';

/** A page that never says so, or waits for a slow endpoint, holds nothing back longer than this, ms. */
const PATIENCE = 4_000;

let resolve: () => void = () => {};
const shown = new Promise<void>((done) => {
  resolve = done;
});
setTimeout(resolve, PATIENCE);

/** Says that the content was rendered; call from an effect, as often as is convenient. */
export function sayContentShown(): void {
  void nextPaint().then(resolve);
}

/** Resolves once the first page of this visit has shown its content. */
export function contentShown(): Promise<void> {
  return shown;
}
