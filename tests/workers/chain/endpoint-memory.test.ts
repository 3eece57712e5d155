import 'fake-indexeddb/auto';
import { unknown } from 'valibot';
import { afterEach, expect, test } from 'vitest';
import type { Endpoint } from '../../../src/core/chain/network';
import {
  deleteEndpoint,
  readEndpoints,
  saveCapabilities,
  saveEndpoint,
  saveServed,
} from '../../../src/db/networks/endpoints';
import { probeEndpoint } from '../../../src/net/probe';
import { createEndpointStates } from '../../../src/net/rpc/endpoint-state';
import { createPeerGroup } from '../../../src/net/rpc/peers';
import { Chains } from '../../../src/workers/chain/chains';
import { createReprobe } from '../../../src/workers/chain/reprobe';
import { configOf, forgetAll, runDemoChain } from '../../helpers/demo-engine';
import { ANVIL_NETWORK, endpointsOf } from '../../helpers/rpc';

const DAY = 24 * 60 * 60_000;
const chain = runDemoChain();
afterEach(forgetAll);

function endpoint(): Endpoint {
  return endpointsOf([chain.proxy.url])[0] as Endpoint;
}

/** Keeps a probe of the endpoint as if it had been made so long ago. */
async function keepProbe(age: number): Promise<void> {
  const probed = await probeEndpoint(endpoint());
  if (!probed.ok) throw new Error(probed.error.message);
  await saveEndpoint(endpoint());
  await saveCapabilities(endpoint(), { ...probed.value, client: 'older', probedAt: Date.now() - age });
}

/** The job of two tabs, at once. */
async function twoTabs(): Promise<void> {
  const join = createPeerGroup();
  const tabs = [join(), join()].map((peers) => createReprobe(peers, createEndpointStates(peers), () => {}, 0));
  const endpoints = await readEndpoints(ANVIL_NETWORK);
  chain.proxy.resetCounts();
  await Promise.all(tabs.map((reprobe) => reprobe(ANVIL_NETWORK, endpoints)));
}

test('an endpoint whose probe is older than a week is probed again, by one of two tabs', async () => {
  await keepProbe(8 * DAY);
  await twoTabs();
  expect(chain.proxy.calls('web3_clientVersion')).toBe(1);
  const [kept] = await readEndpoints(ANVIL_NETWORK);
  expect(kept?.capabilities?.client).toMatch(/^anvil/);
  expect(kept?.capabilities?.probedAt).toBeGreaterThan(Date.now() - DAY);
});

test('a younger probe is left alone', async () => {
  await keepProbe(6 * DAY);
  await twoTabs();
  expect(chain.proxy.calls()).toBe(0);
});

test('what cannot be probed again stays known', async () => {
  await keepProbe(8 * DAY);
  chain.proxy.set({ fault: { kind: 'drop' } });
  await twoTabs();
  expect((await readEndpoints(ANVIL_NETWORK))[0]?.capabilities?.client).toBe('older');
});

test.each([
  ['switches the endpoint off', () => saveEndpoint({ ...endpoint(), enabled: false }), [{ enabled: false }]],
  ['deletes the endpoint', () => deleteEndpoint(endpoint()), []],
])('a reader who %s while it is probed has the last word', async (_, change, expected) => {
  await keepProbe(8 * DAY);
  chain.proxy.resetCounts();
  chain.proxy.set({ hold: /^web3_clientVersion$/ });
  const peers = createPeerGroup()();
  const reprobe = createReprobe(peers, createEndpointStates(peers), () => {}, 0);
  const probing = reprobe(ANVIL_NETWORK, await readEndpoints(ANVIL_NETWORK));
  await chain.proxy.called('web3_clientVersion');
  await change();
  chain.proxy.set({});
  await probing;
  const kept = await readEndpoints(ANVIL_NETWORK);
  expect(kept).toMatchObject(expected);
  for (const { capabilities } of kept) expect(capabilities?.client).toMatch(/^anvil/);
});

test('that a deleted endpoint served its network does not bring it back', async () => {
  await saveServed(endpoint(), 7);
  expect(await readEndpoints(ANVIL_NETWORK)).toEqual([]);
});

test('that an endpoint served its network is kept beside what the reader changed, and forgotten when it does not', async () => {
  await saveEndpoint(endpoint());
  await saveServed(endpoint(), 7);
  await saveEndpoint({ ...endpoint(), enabled: false });
  expect(await readEndpoints(ANVIL_NETWORK)).toEqual([{ ...endpoint(), enabled: false, servedAt: 7 }]);
  await saveServed(endpoint(), undefined);
  expect(await readEndpoints(ANVIL_NETWORK)).toEqual([{ ...endpoint(), enabled: false }]);
  await deleteEndpoint(endpoint());
});

test('a client keeps when a far endpoint was seen to serve its network, and the order of the list counts', async () => {
  const far = chain.proxy.url.replace('127.0.0.1', '0.0.0.0');
  const chains = new Chains();
  chains.configure(configOf([far, chain.proxy.url]));
  const rpc = await chains.rpc(ANVIL_NETWORK);
  await rpc.request('eth_blockNumber', [], unknown());
  await chains.settled();
  expect(await readEndpoints(ANVIL_NETWORK)).toMatchObject([{ url: far, servedAt: expect.any(Number) }]);
  const reordered = new Chains();
  reordered.configure(configOf([chain.proxy.url, far]));
  expect((await reordered.endpoints(ANVIL_NETWORK)).map(({ url }) => url)).toEqual([chain.proxy.url, far]);
});
