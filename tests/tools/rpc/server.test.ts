/** The server of a virtual network beneath what clients make of it. */
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, it as test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type Served, serve, serveEmpty } from './served';

let served: Served;
beforeAll(async () => {
  served = await serveEmpty(7357);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => served.server.close());

const post = (body: string) => fetch(served.server.url, { method: 'POST', body });

test('a request without an id is carried out, and not answered over HTTP or WebSocket', async () => {
  const response = await post('{"jsonrpc":"2.0","method":"evm_mine"}');
  expect([response.status, await response.text()]).toEqual([204, '']);
  const socket = new WebSocket(served.server.url.replace('http', 'ws'));
  await once(socket, 'open');
  socket.send('{"jsonrpc":"2.0","method":"evm_mine"}');
  socket.send('{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}');
  const [first] = await once(socket, 'message');
  expect(JSON.parse(String(first))).toEqual({ jsonrpc: '2.0', id: 1, result: '0x2' });
  socket.close();
});

test('a state file of many megabytes is loaded', async () => {
  const file = `{"accounts":{}}${' '.repeat(6 << 20)}`;
  const params = [`0x${Buffer.from(file).toString('hex')}`];
  const response = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_loadState', params }));
  expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: true });
});

test('a request that is answered after the end begins no timer', async () => {
  const interval = 4_321;
  let begun = () => {};
  let finish = () => {};
  const isBegun = new Promise<void>((done) => {
    begun = done;
  });
  const ends = new Promise<void>((done) => {
    finish = done;
  });
  served.node.interval = interval;
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const sealing = () => timers.mock.calls.filter(([, milliseconds]) => milliseconds === interval * 1000).length;
  const other = await serve(served.node, () => async () => {
    begun();
    await ends;
    return null;
  });
  expect(sealing()).toBe(1);
  const asked = fetch(other.server.url, { method: 'POST', body: '{"id":1,"method":"eth_chainId"}' }).catch(() => {});
  await isBegun;
  await other.server.close();
  await asked;
  finish();
  await new Promise((done) => setImmediate(done));
  expect(sealing()).toBe(1);
  served.node.interval = 0;
});
