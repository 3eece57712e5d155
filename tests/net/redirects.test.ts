/** Endpoints whose answers point to another address: that one is not asked, and the reader hears of it. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { askEndpoint } from '../../src/net/ask-endpoint';
import { fetchBlockNumber } from '../../src/net/chain-reader';
import { loupe } from '../helpers/loupe';
import { rpcOf } from '../helpers/rpc';

let asked = 0;
let answer: { status: number; place: (other: string) => string };
const other = createServer((_, response) => {
  asked++;
  response.end('{"jsonrpc":"2.0","id":1,"result":"0x1"}');
});
const endpoint = createServer((request, response) => {
  if (request.url === '/moved') asked++;
  const location = answer.place(urlOf(other));
  response.writeHead(answer.status, { location }).end('{"jsonrpc":"2.0","id":1,"result":"0x1"}');
});
beforeAll(() =>
  Promise.all([other, endpoint].map((each) => new Promise<void>((ok) => each.listen(0, '127.0.0.1', ok)))),
);
afterAll(() => {
  for (const each of [other, endpoint]) {
    each.closeAllConnections();
    each.close();
  }
});
beforeEach(() => (asked = 0));

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([301, 302, 303, 307, 308])('%i to another host', async (status) => {
  answer = { status, place: (to) => `${to}/v1/a-key-that-nobody-is-shown` };
  const block = await fetchBlockNumber(rpcOf([urlOf(endpoint)]));
  const sentence = `first redirects to ${urlOf(other)}, which is not asked. Enter that address if it is the endpoint's.`;
  expect(block).toMatchObject({ ok: false, error: { code: 'endpointDown', message: sentence } });
  expect(await askEndpoint(urlOf(endpoint), 'eth_blockNumber', [])).toEqual({
    ok: false,
    error: `${new URL(urlOf(endpoint)).host} redirects to ${urlOf(other)}, which is not asked.`,
  });
  const { code, out, err } = await loupe(['tx', `0x${'12'.repeat(32)}`, '--rpc', urlOf(endpoint)]);
  expect([code, out]).toEqual([2, '']);
  expect(err).toBe(
    `The node at ${urlOf(endpoint)} does not answer (it redirects to ${urlOf(other)}, which is not asked).\n`,
  );
  expect(asked).toBe(0);
});

test('to another path of the same host', async () => {
  answer = { status: 308, place: () => '/moved' };
  const block = await fetchBlockNumber(rpcOf([urlOf(endpoint)]));
  expect(block).toMatchObject({
    error: { message: expect.stringMatching(/^first redirects to another path, which is/) },
  });
  expect(asked).toBe(0);
});

test('a page is not told where to', async () => {
  // What browsers answer to a request that is not to be sent on (Fetch, "opaque-redirect filtered response").
  const hidden = { type: 'opaqueredirect', status: 0, ok: false, headers: new Headers(), body: null } as Response;
  vi.stubGlobal('fetch', async (_: string, { redirect }: RequestInit) => (redirect === 'manual' ? hidden : undefined));
  onTestFinished(() => void vi.unstubAllGlobals());
  const block = await fetchBlockNumber(rpcOf([urlOf(endpoint)]));
  expect(block).toMatchObject({
    error: { message: expect.stringMatching(/^first redirects to another address, which is/) },
  });
});

test('an answer with such a status that points nowhere is one that cannot be used', async () => {
  answer = { status: 300, place: (to) => to };
  expect(await fetchBlockNumber(rpcOf([urlOf(endpoint)]))).toMatchObject({ ok: false, error: { code: 'badAnswer' } });
  expect(asked).toBe(0);
});
