import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Anvil, startAnvil } from '../helpers/anvil';
import { type FaultProxy, startFaultProxy } from '../helpers/fault-proxy';

let anvil: Anvil;
let proxy: FaultProxy;

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 4242 });
  proxy = await startFaultProxy(anvil.url);
});
afterAll(async () => {
  await proxy.stop();
  await anvil.stop();
});

async function post(body: unknown): Promise<Response> {
  return fetch(proxy.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
const chainId = { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] };
const blockNumber = { jsonrpc: '2.0', id: 2, method: 'eth_blockNumber', params: [] };

test('Anvil has the chain id asked for', async () => {
  expect(await anvil.call('eth_chainId')).toBe('0x1092');
});

test('the proxy passes answers through, counts, and refuses by method', async () => {
  proxy.resetCounts();
  proxy.set({});
  expect(await (await post(chainId)).json()).toMatchObject({ id: 1, result: '0x1092' });
  proxy.set({ refuse: /^eth_block/, chainId: 7, batches: 'shuffle' });
  expect(await (await post([chainId, blockNumber])).json()).toMatchObject([
    { id: 2, error: { code: -32601 } },
    { id: 1, result: '0x7' },
  ]);
  expect([proxy.requests(), proxy.calls(), proxy.calls('eth_chainId')]).toEqual([2, 3, 2]);
});

test('a fault lasts as many requests as asked for', async () => {
  proxy.set({ fault: { kind: 'rateLimit', headers: { 'retry-after': '3' } }, times: 1 });
  const first = await post(chainId);
  expect([first.status, first.headers.get('retry-after')]).toEqual([429, '3']);
  expect((await post(chainId)).status).toBe(200);
});

test('a truncated answer is no JSON, and a proxy that is down refuses connections until it is up', async () => {
  proxy.set({ fault: { kind: 'truncate', bytes: 12 } });
  expect((await (await post(chainId)).text()).length).toBe(12);
  proxy.set({});
  await proxy.down();
  await expect(post(chainId)).rejects.toThrow('fetch failed');
  await proxy.up();
  expect((await post(chainId)).status).toBe(200);
});
