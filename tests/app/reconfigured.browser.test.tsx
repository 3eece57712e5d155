/** What is known of a network and its head, when the reader changes networks and endpoints. */
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useHead } from '../../src/app/chain-head';
import { useNearestNetwork } from '../../src/app/network-context';
import { type Wiring, WiringProvider } from '../../src/app/wiring';
import { findNetwork, type Network, unlistedNetwork } from '../../src/core/chain/network';
import type { NetworkId } from '../../src/core/chain/primitives';
import { type Failure, failure } from '../../src/core/values/failure';
import { fail, ok, type Result } from '../../src/core/values/result';
import type { Head } from '../../src/workers/chain/chain.api';
import { mount } from './ui/mount';

const ETHER = { name: 'Ether', symbol: 'ETH', decimals: 18 };
const FIRST = unlistedNetwork(424_200 as NetworkId, 'First', ETHER);
const HOUR = 3_600_000;

let mounted: ReturnType<typeof mount> | undefined;
/** Another one in each test: the page keeps the head of each. */
let own = unlistedNetwork(424_200 as NetworkId, 'Own', ETHER);
let networks: readonly Network[];
let answer: () => Promise<Result<Head, Failure>>;
let reconfigure: () => void;
let go: (path: string) => Promise<void>;

function Page() {
  const here = useNearestNetwork();
  const head = useHead(here?.network.id);
  return (
    <p>
      {here?.network.name}: {head === undefined ? 'asking' : head.ok ? head.value.blockNumber : head.error.message}
    </p>
  );
}

beforeEach(() => {
  own = unlistedNetwork((own.id + 1) as NetworkId, 'Own', ETHER);
  networks = [FIRST, own];
  const listeners = new Set<() => void>();
  const network = async (segment: string | undefined) => findNetwork(networks, segment ?? FIRST.route);
  const wiring = {
    workers: { chain: { head: () => answer() } },
    config: { variant: 'workbench' },
    network,
    onReconfigure: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  reconfigure = () => {
    for (const listener of listeners) listener();
  };
  const root = createRootRoute({ component: Page });
  const ofNetwork = createRoute({
    getParentRoute: () => root,
    path: '/{-$network}',
    beforeLoad: async ({ params }) => ({ network: await network(params.network), segment: params.network }),
  });
  const ofNone = createRoute({ getParentRoute: () => root, path: '/networks' });
  const router = createRouter({
    routeTree: root.addChildren([ofNetwork, ofNone]),
    history: createMemoryHistory({ initialEntries: [`/${own.route}`] }),
  });
  go = (path) => router.navigate({ href: path });
  answer = async () => ok({ blockNumber: 7, latency: 1, endpoint: 'node.example' });
  mounted = mount(
    <WiringProvider value={wiring as unknown as Wiring}>
      <RouterProvider router={router as never} />
    </WiringProvider>,
  );
});
afterEach(() => mounted?.unmount());

const text = () => mounted?.element.textContent;

test('the network of the page before is as the reader changed it, and gone once it was removed', async () => {
  await expect.poll(text).toBe('Own: 7');
  await go('/networks');
  expect(text()).toBe('Own: 7');
  networks = [FIRST, { ...own, name: 'Renamed' }];
  reconfigure();
  await expect.poll(text).toBe('Renamed: 7');
  networks = [FIRST];
  reconfigure();
  await expect.poll(text).toBe('First: 7');
});

test('with other endpoints the head is asked for at once, however long the former ones are to be left alone', async () => {
  await expect.poll(text).toBe('Own: 7');
  answer = async () => fail({ ...failure('rateLimited', 'The endpoint limits the rate.'), retryAt: Date.now() + HOUR });
  reconfigure();
  await expect.poll(text).toBe('Own: The endpoint limits the rate.');
  answer = async () => ok({ blockNumber: 8, latency: 1, endpoint: 'other.example' });
  reconfigure();
  await expect.poll(text).toBe('Own: 8');
});

test('an answer of endpoints that were changed meanwhile is not the last word', async () => {
  await expect.poll(text).toBe('Own: 7');
  let say = (_: Result<Head, Failure>) => {};
  let asked = 0;
  answer = () => {
    asked++;
    return new Promise((resolve) => {
      say = resolve;
    });
  };
  reconfigure();
  await expect.poll(() => asked).toBe(1);
  reconfigure();
  say(fail({ ...failure('rateLimited', 'The endpoint limits the rate.'), retryAt: Date.now() + HOUR }));
  await expect.poll(() => asked).toBe(2);
  say(ok({ blockNumber: 9, latency: 1, endpoint: 'other.example' }));
  await expect.poll(text).toBe('Own: 9');
});
