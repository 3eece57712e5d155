/** A view at an address below a network, with stated answers of the workers. Links lead to addresses without pages. */
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Wiring, WiringProvider } from '../../../src/app/wiring';
import type { Network } from '../../../src/core/chain/network';
import type { NetworkId } from '../../../src/core/chain/primitives';
import type { Workers } from '../../../src/workers/client';
import { mount } from './mount';

export const DEMO = {
  id: 31337 as NetworkId,
  name: 'Demo',
  route: 'demo',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [] as readonly string[],
} as Network;

/** What workers answer; whatever is not stated they never answer. */
export type Answers = { [Service in keyof Workers]?: Partial<Workers[Service]> };

export type MountedAt = {
  element: HTMLElement;
  /** Path and search. */
  address: () => string;
  /** Goes to a path, that of the network included. */
  go: (path: string) => Promise<void>;
  unmount: () => void;
};

/** Shows `view` at `path`, which fits `pattern` below the segment of the network. There are no other networks than `networks`. */
export function mountAt(
  {
    path,
    pattern,
    answers = {},
    networks = [DEMO],
  }: { path: string; pattern: string; answers?: Answers; networks?: readonly Network[] },
  view: ReactNode,
): MountedAt {
  const root = createRootRoute();
  const network = createRoute({
    getParentRoute: () => root,
    path: '/{-$network}',
    beforeLoad: ({ params }) => {
      const found = networks.find(({ route }) => route === params.network) ?? DEMO;
      return { network: found, segment: found.route };
    },
  });
  const page = createRoute({ getParentRoute: () => network, path: pattern, component: () => view });
  const router = createRouter({
    routeTree: root.addChildren([network.addChildren([page])]),
    defaultNotFoundComponent: () => null,
    history: createMemoryHistory({ initialEntries: [`/demo${path}`] }),
  });
  const wiring = {
    workers: workersOf(answers),
    config: { networks: [], labels: [] },
    networks: async () => networks,
    reconfigure: () => {},
    onReconfigure: () => () => {},
  };
  const mounted = mount(
    <WiringProvider value={wiring as unknown as Wiring}>
      <RouterProvider router={router as never} />
    </WiringProvider>,
  );
  return {
    element: mounted.element,
    address: () => router.state.location.href,
    go: (to) => router.navigate({ href: to }),
    unmount: mounted.unmount,
  };
}

/** Services with these answers; one that is asked anything else never answers. */
function workersOf(answers: Answers): Workers {
  const silent = new Proxy({}, { get: () => () => new Promise(() => {}) });
  const services = ['chain', 'contracts', 'tokens', 'trace', 'virtual', 'abi', 'compiler', 'indexer', 'watch'] as const;
  const workers = services.map((name) => [name, Object.setPrototypeOf({ ...answers[name] }, silent)]);
  return { ...Object.fromEntries(workers), subscribe: () => () => {} };
}
