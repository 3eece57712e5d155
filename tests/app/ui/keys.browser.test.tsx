import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { listenForPageKeys, usePageKeys } from '../../../src/app/ui/keys';

const element = document.createElement('main');
const stop = listenForPageKeys();
afterEach(() => {
  stop();
  element.remove();
});

function View({ onKey }: { onKey: () => void }) {
  usePageKeys('View', [{ key: '/', label: 'Search', run: onKey }]);
  return <h1>Here</h1>;
}

test('a key works as soon as its view can be seen', async () => {
  let pressed = 0;
  document.body.append(element);
  const root = createRoot(element);
  const seen = new Promise<void>((resolve) => {
    new MutationObserver((_, observer) => {
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }));
      resolve();
    }).observe(element, { childList: true });
  });
  // As the page renders: in slices, its effects when there is time.
  startTransition(() => root.render(<View onKey={() => (pressed += 1)} />));
  await seen;
  expect(pressed).toBe(1);
  root.unmount();
});
