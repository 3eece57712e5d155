/** What every page says of the connection, the workers and the storage. */
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { headText } from '../../../src/app/views/shell/HeadChip';
import { Notices } from '../../../src/app/views/shell/Notices';
import { type Wiring, WiringProvider } from '../../../src/app/wiring';
import { failure } from '../../../src/core/values/failure';
import type { WorkersEvent } from '../../../src/workers/client';

let root: Root;
let place: HTMLElement;
let tell: (event: WorkersEvent) => void;

beforeEach(async () => {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  const subscribed = new Promise<void>((resolve) => {
    const subscribe: Wiring['workers']['subscribe'] = (listener) => {
      tell = listener;
      resolve();
      return () => {};
    };
    const wiring = { workers: { subscribe } } as unknown as Wiring;
    root.render(
      <WiringProvider value={wiring}>
        <Notices />
      </WiringProvider>,
    );
  });
  await subscribed;
});
afterEach(() => {
  root.unmount();
  place.remove();
  Reflect.deleteProperty(navigator, 'onLine');
});

const text = () => place.textContent;

test('a worker that does not run is named until it runs again', async () => {
  tell({ type: 'stopped', worker: 'engine', message: 'The engine does not start.' });
  await expect.poll(text).toContain('The engine does not start.Reload Page');
  tell({ type: 'restarted', worker: 'engine', message: 'The engine was started again.' });
  await expect.poll(text).toBe('');
});

test('storage that refuses is named until the reader dismisses it, or it takes what it is given', async () => {
  tell({ type: 'storage', failure: failure('storage', 'The browser keeps no more.') });
  await expect.poll(text).toContain('The browser keeps no more.');
  await userEvent.click(place.querySelector('[aria-label="Dismiss"]') as HTMLElement);
  await expect.poll(text).toBe('');
  tell({ type: 'storage', failure: failure('storage', 'The browser keeps no more.') });
  await expect.poll(text).toContain('The browser keeps no more.');
  tell({ type: 'storage' });
  await expect.poll(text).toBe('');
});

test('an endpoint that was not reached is no endpoint that is down while the page is offline', () => {
  expect(headText({ ok: false, error: failure('endpointDown', 'It cannot be reached.') }, false).text).toBe('Offline');
  expect(headText({ ok: false, error: failure('endpointDown', 'It cannot be reached.') }, true).text).toBe(
    'Endpoint down',
  );
  expect(headText({ ok: false, error: failure('wrongChain', 'Another chain.') }, false).text).toBe('Wrong chain');
});

test('the page says that it is offline as long as it is', async () => {
  let isOnline = false;
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline });
  dispatchEvent(new Event('offline'));
  await expect.poll(text).toContain('You are offline.');
  isOnline = true;
  dispatchEvent(new Event('online'));
  await expect.poll(text).toBe('');
});
