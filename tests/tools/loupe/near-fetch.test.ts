/** `fetch` for what runs on this machine, beside Node's own on the same server. */
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nearFetch } from '../../../tools/loupe/near-fetch';

const answers: Record<string, RequestListener> = {
  '/echo': (asked, answer) => {
    let body = '';
    asked.on('data', (chunk) => (body += chunk));
    asked.on('end', () => {
      const { 'content-type': type, 'content-length': length } = asked.headers;
      answer.writeHead(200, { 'retry-after': '7' }).end(JSON.stringify([asked.method, type, length, body]));
    });
  },
  '/busy': (_, answer) => answer.writeHead(429).end('slow down, grüezi'),
  '/packed': (_, answer) => answer.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('"unpacked"')),
  '/elsewhere': (_, answer) => answer.writeHead(307, { location: '/echo' }).end(),
  '/broken': (_, answer) => {
    answer.writeHead(200, { 'content-length': '100' }).write('half', () => answer.destroy());
  },
  '/silent': () => {},
};

let url: string;
const server = createServer((asked, answer) => answers[asked.url ?? '']?.(asked, answer));
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

let wentFar = 0;
const near = nearFetch((...given) => {
  wentFar++;
  return fetch(...given);
});
const post = (signal?: AbortSignal): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"grüezi":1}',
  ...(signal && { signal }),
});

describe.each([
  ['Node’s own', (...given: Parameters<typeof fetch>) => fetch(...given), 0],
  ['ours', near, 2],
])('%s', (_, ask, far) => {
  test('sends what is given, and gives status, headers and body', async () => {
    const echoed = await ask(`${url}/echo`, post());
    expect([echoed.status, echoed.ok, echoed.headers.get('Retry-After')]).toEqual([200, true, '7']);
    expect(await echoed.json()).toEqual(['POST', 'application/json', '13', '{"grüezi":1}']);
    const busy = await ask(new URL(`${url}/busy`));
    expect([busy.status, busy.ok, busy.headers.get('retry-after')]).toEqual([429, false, null]);
    const reader = busy.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    expect(new TextDecoder().decode(value)).toBe('slow down, grüezi');
    expect((await reader?.read())?.done).toBe(true);
  });

  test('follows to another place, and unpacks', async () => {
    wentFar = 0;
    const { 0: method, 3: body } = (await (await ask(`${url}/elsewhere`, post())).json()) as string[];
    expect([method, body]).toEqual(['POST', '{"grüezi":1}']);
    expect(await (await ask(`${url}/packed`)).json()).toBe('unpacked');
    expect(wentFar).toBe(far);
  });

  test('rejects: nobody there, an answer that breaks off, an end', async () => {
    await expect(ask('http://127.0.0.1:9/')).rejects.toThrow(TypeError);
    const broken = await ask(`${url}/broken`);
    await expect(broken.text()).rejects.toThrow();
    const ended = new AbortController();
    const silent = ask(`${url}/silent`, post(ended.signal));
    ended.abort(new DOMException('', 'TimeoutError'));
    await expect(silent).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect(ask(`${url}/echo`, post(ended.signal))).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

test('asks the other for what is not on this machine, or not plain', async () => {
  const asked: string[] = [];
  const far = nearFetch(async (input) => {
    asked.push(String(input));
    return new Response('far');
  });
  for (const each of ['https://127.0.0.1/', 'http://127.0.0.1.example.org/', 'http://example.org/'])
    expect(await (await far(each)).text()).toBe('far');
  await far(`${url}/echo`, { method: 'POST', body: new Uint8Array(3) });
  expect(asked).toEqual(['https://127.0.0.1/', 'http://127.0.0.1.example.org/', 'http://example.org/', `${url}/echo`]);
});

test('asks on a new connection when those that were kept are closed, however many they are', async () => {
  const open = new Set<Socket>();
  const used = new WeakSet<Socket>();
  const forgetful = createTcpServer((socket) => {
    open.add(socket);
    socket.on('data', () => {
      if (used.has(socket)) return socket.resetAndDestroy();
      used.add(socket);
      return socket.write('HTTP/1.1 200 OK\r\nconnection: keep-alive\r\ncontent-length: 4\r\n\r\ntrue');
    });
  });
  await new Promise<void>((resolve) => forgetful.listen(0, '127.0.0.1', resolve));
  const at = `http://127.0.0.1:${(forgetful.address() as AddressInfo).port}/`;
  const ask = async () => (await near(at, post())).json();
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([true, true, true]);
  expect(await ask()).toBe(true);
  for (const socket of open) socket.destroy();
  await new Promise((resolve) => forgetful.close(resolve));
});
