/** What the question for unknown names offers: on a chain of this machine the reader's own build output before anybody else. */
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { ConsentBanner } from '../../../src/app/views/trace/ConsentBanner';
import { type Wiring, WiringProvider } from '../../../src/app/wiring';
import type { Address } from '../../../src/core/chain/primitives';
import { type Preferences, readPreference, savePreference } from '../../../src/db/reader/preferences';
import type { TraceService } from '../../../src/workers/client';
import type { TraceHandle } from '../../../src/workers/ids';
import { eventually } from '../../helpers/eventually';
import { mount } from '../ui/mount';

const api: Pick<TraceService, 'unknowns' | 'lookUp'> = {
  unknowns: async () => ({ contracts: [`0x${'01'.repeat(20)}` as Address], selectors: ['0xa9059cbb', '0x00000001'] }),
  lookUp: async () => {
    throw new Error('the worker stopped');
  },
};
const config = { thirdParties: { sourcify: 'https://sourcify.test/server', signatures: 'https://signatures.test' } };

let unmount = () => {};
let providers: Preferences['providers'];
beforeEach(async () => {
  providers = await readPreference('providers');
  await savePreference('providersAsked', false);
});
afterEach(async () => {
  unmount();
  await savePreference('providersAsked', false);
  await savePreference('providers', providers);
});

/** The banner on the page of a network with these endpoints. */
async function bannerOf(rpcUrls: readonly string[]): Promise<HTMLElement> {
  const root = createRootRoute();
  const network = createRoute({
    getParentRoute: () => root,
    path: '/{-$network}',
    beforeLoad: () => ({ network: { rpcUrls }, segment: undefined }),
    component: () => <ConsentBanner api={api} handle={1 as TraceHandle} known={0} />,
  });
  const router = createRouter({
    routeTree: root.addChildren([network]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  const mounted = mount(
    <WiringProvider value={{ config } as unknown as Wiring}>
      <RouterProvider router={router} />
    </WiringProvider>,
  );
  unmount = mounted.unmount;
  await eventually(() => expect(mounted.element.textContent).toContain('no known name.'));
  return mounted.element;
}

/** Names of what can be pressed, in their order. */
const offers = (element: HTMLElement) => [...element.querySelectorAll('a, button')].map((one) => one.textContent);

test('on a chain of this machine the own build output comes first', async () => {
  const banner = await bannerOf(['http://127.0.0.1:8545']);
  expect(banner.textContent).toContain(
    '1 contract and 2 selectors (0xa9059cbb, 0x00000001) have no known name. Drop your build output anywhere on this page, or import it: it has the names of your contracts. Loupe can ask Sourcify (sourcify.test)',
  );
  expect(offers(banner)).toEqual(['Import build output', 'Ask', 'Not now']);
  expect(banner.querySelector('a')?.getAttribute('href')).toMatch(/\/settings#build-output$/);
});

test('elsewhere only the providers are offered', async () => {
  const banner = await bannerOf(['https://rpc.example']);
  expect(banner.textContent).toContain('have no known name. Loupe can ask Sourcify (sourcify.test)');
  expect(banner.textContent).not.toContain('build output');
  expect(offers(banner)).toEqual(['Ask', 'Not now']);
});

test('a question that nobody answers, because the worker stopped, does not stay', async () => {
  const banner = await bannerOf(['https://rpc.example']);
  const ask = [...banner.querySelectorAll('button')].find(({ textContent }) => textContent === 'Ask');
  await userEvent.click(ask as HTMLElement);
  await eventually(() => expect(banner.textContent).toBe(''));
});
