import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchBuild } from '../../src/net/compiler-builds';

const TIMEOUT = 1_000;
/** For what comes slowly: a busy machine may hold a part back for seconds, ms. */
const LONG_TIMEOUT = 5_000;

let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer(({ url: path }, response) => {
    response.writeHead(200).write('begun ');
    if (path === '/slow') sendSlowly(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** Ten parts that take longer than the long time out together, and none of them alone. */
function sendSlowly(response: ServerResponse, part = 0): void {
  if (part === 10) response.end();
  else {
    response.write(`${part}`);
    setTimeout(() => sendSlowly(response, part + 1), LONG_TIMEOUT / 8);
  }
}

const load = (path: string, { signal = new AbortController().signal, timeout = TIMEOUT } = {}) =>
  fetchBuild(
    { version: '0.8.30', longVersion: '0.8.30+commit.1', sha256: '', url: `${url}${path}` },
    { signal, timeout },
    () => undefined,
  );

test('a compiler that stops coming is given up', async () => {
  const message = 'The compiler 0.8.30+commit.1 stopped coming while it was loaded. Try again.';
  expect(await load('/stops')).toMatchObject({ ok: false, error: { code: 'timeout', message } });
});

test('a compiler that comes slowly is waited for', async () => {
  const loaded = await load('/slow', { timeout: LONG_TIMEOUT });
  expect(loaded.ok && new TextDecoder().decode(loaded.value)).toBe('begun 0123456789');
});

test('a compiler that nobody waits for any more is no failure of its server', async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), TIMEOUT / 5);
  expect(await load('/stops', { signal: controller.signal })).toMatchObject({
    ok: false,
    error: { code: 'cancelled' },
  });
});
