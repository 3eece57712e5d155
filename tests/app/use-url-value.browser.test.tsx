/** A parameter of the address that changes again while the router still takes the change before over, or that waits while the reader leaves. */
import {
  createBrowserHistory,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  RouterProvider,
} from '@tanstack/react-router';
import { afterEach, expect, test } from 'vitest';
import { useUrlValue } from '../../src/app/use-url-value';
import { mount } from './ui/mount';

let mounted: ReturnType<typeof mount> | undefined;
afterEach(() => mounted?.unmount());

let set: (value: string | undefined) => void;

function Value() {
  const [value, change] = useUrlValue<string | undefined>('show');
  set = change;
  return <p>{value ?? 'none'}</p>;
}

function Waiting() {
  const [value, change] = useUrlValue<string | undefined>('show', { debounce: 60_000 });
  set = change;
  return (
    <p>
      {value ?? 'none'} <Link to={'/away' as string}>Away</Link>
    </p>
  );
}

test('a value that is taken back while its address is on the way stays taken back', async () => {
  /** What each taking over of an address waits for. */
  const waiting: (() => void)[] = [];
  let isSlow = false;
  const router = createRouter({
    routeTree: createRootRoute({
      beforeLoad: () => (isSlow ? new Promise<void>((resolve) => waiting.push(resolve)) : undefined),
      component: Value,
    }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  mounted = mount(<RouterProvider router={router as never} />);
  const shown = () => mounted?.element.textContent;
  await expect.poll(shown).toBe('none');
  isSlow = true;
  set('all');
  await expect.poll(() => waiting.length).toBe(1);
  expect(shown()).toBe('all');
  set(undefined);
  await expect.poll(() => waiting.length).toBe(2);
  expect(shown()).toBe('none');
  isSlow = false;
  for (const go of waiting) go();
  await expect.poll(() => router.state.status).toBe('idle');
  expect(router.state.location.searchStr).toBe('');
  expect(shown()).toBe('none');
  set('all');
  await expect.poll(() => router.state.location.searchStr).toBe('?show=all');
  expect(shown()).toBe('all');
});

test('a value that waits is written before a link leads away, and is there on the way back', async () => {
  const root = createRootRoute();
  const here = createRoute({ getParentRoute: () => root, path: '/', component: Waiting });
  const away = createRoute({ getParentRoute: () => root, path: '/away', component: () => 'away' });
  // The browser's own history writes behind the turn in which it is told.
  const router = createRouter({ routeTree: root.addChildren([here, away]), history: createBrowserHistory() });
  const before = location.href;
  window.history.pushState(null, '', '/');
  try {
    mounted = mount(<RouterProvider router={router as never} />);
    const shown = () => mounted?.element.textContent;
    await expect.poll(shown).toBe('none Away');
    set('all');
    await expect.poll(shown).toBe('all Away');
    mounted.element.querySelector('a')?.click();
    await expect.poll(shown).toBe('away');
    window.history.back();
    await expect.poll(shown).toBe('all Away');
    expect(location.search).toBe('?show=all');
  } finally {
    mounted?.unmount();
    router.history.destroy();
    window.history.pushState(null, '', before);
  }
});
