/** Pages that are kept with what their routes asked, with the router itself. */
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  redirect,
} from '@tanstack/react-router';
import { afterEach, expect, test } from 'vitest';
import { KEPT_AND_ASKED_ON_ENTRY } from '../../src/app/route-question';
import { useIsReloading } from '../../src/app/use-is-reloading';
import { eventually } from '../helpers/eventually';
import { mount } from './ui/mount';

let mounted: ReturnType<typeof mount> | undefined;
afterEach(() => mounted?.unmount());

/** An app with a home and a page `/balance`, which asks `ask` in its loader and has a tab below it. */
function open(ask: () => Promise<string>) {
  const root = createRootRoute();
  const balance = createRoute({
    getParentRoute: () => root,
    path: 'balance',
    loader: ask,
    ...KEPT_AND_ASKED_ON_ENTRY,
    component: () => (
      <p>
        {balance.useLoaderData()} {useIsReloading() && '(of before)'} <Outlet />
      </p>
    ),
  });
  const tab = createRoute({ getParentRoute: () => balance, path: 'tab', component: () => <>in a tab</> });
  const home = createRoute({ getParentRoute: () => root, path: '/', component: () => <p>home</p> });
  const history = createMemoryHistory({ initialEntries: ['/balance'] });
  const router = createRouter({ routeTree: root.addChildren([home, balance.addChildren([tab])]), history });
  mounted = mount(<RouterProvider router={router as never} />);
  return { go: (to: string) => history.push(to), askAgain: () => void router.invalidate() };
}

const shown = (text: string) =>
  eventually(() => expect(mounted?.element.querySelector('p')?.textContent?.trim().replaceAll(/ +/g, ' ')).toBe(text));

test('a page that is come back to shows what it learned before, and then what it learns now', async () => {
  const answers = ['1 ether', '2 ether'];
  let release = () => {};
  let asked = 0;
  const { go } = open(async () => {
    const answer = answers[asked++] ?? 'too often';
    if (asked > 1) await new Promise<void>((resolve) => (release = resolve));
    return answer;
  });
  await shown('1 ether');
  go('/');
  await shown('home');
  go('/balance');
  await shown('1 ether (of before)');
  expect(asked).toBe(2);
  release();
  await shown('2 ether');
});

test('a page asks once while the reader goes through its tabs', async () => {
  let asked = 0;
  const { go } = open(async () => `asked ${++asked}`);
  await shown('asked 1');
  go('/balance/tab');
  await shown('asked 1 in a tab');
  go('/balance');
  await shown('asked 1');
});

test('a page that is come back to leads on where its loader says so', async () => {
  let asked = 0;
  const { go } = open(async () => {
    if (++asked > 1) throw redirect({ href: '/' });
    return 'here';
  });
  await shown('here');
  go('/');
  await shown('home');
  go('/balance');
  await eventually(() => expect(asked).toBe(2));
  await shown('home');
});

test('an answer that is on its way when the reader goes to a tab below is taken up there', async () => {
  let release = () => {};
  let asked = 0;
  const { go, askAgain } = open(async () => {
    if (++asked === 1) return '1 ether';
    await new Promise<void>((resolve) => (release = resolve));
    return '2 ether';
  });
  await shown('1 ether');
  askAgain();
  await eventually(() => expect(asked).toBe(2));
  go('/balance/tab');
  await shown('1 ether in a tab');
  release();
  await shown('2 ether in a tab');
});
