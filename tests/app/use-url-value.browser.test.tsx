/** A parameter of the address that changes again while the router still takes the change before over. */
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
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
