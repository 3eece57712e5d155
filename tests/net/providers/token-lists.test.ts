/** Token lists over a loopback server: asked with consent only, bounded in size and time, and taken only where they are lists. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { askProviders } from '../../../src/net/providers/ask-providers';
import { parseListAddress, tokenListHosts } from '../../../src/net/providers/token-lists';

const CONTENT = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';
const LIST = {
  name: 'A List',
  timestamp: '2024-01-02T03:04:05.000Z',
  version: { major: 1, minor: 0, patch: 0 },
  tokens: [{ chainId: 1, address: `0x${'a'.repeat(40)}`, name: '<b>Token</b>', symbol: '<i>', decimals: 6 }],
};
/** Milliseconds: hosts that are slow here take longer, others answer at once. */
const SHORT = 300;
const LONG = 30_000;

let server: Server | undefined;
let seen: string[] = [];
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
  seen = [];
});

/** What the provider says where the host answers so. */
async function ask(
  answer: (response: ServerResponse, path: string) => void,
  { tokenLists = true, timeout = LONG } = {},
) {
  server = createServer(({ url = '' }, response) => {
    seen.push(url);
    answer(response, url);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const provider = tokenListHosts({ ipfs: `http://127.0.0.1:${port}`, arweave: '' }, timeout);
  const uri = parseListAddress(`ipfs://${CONTENT}/list.json`);
  if (uri === undefined) throw new Error('The address is sound.');
  return askProviders([provider], { uri }, { consent: { tokenLists }, signal: new AbortController().signal });
}

test('a list is read from the gateway, markup in names being text', async () => {
  const answer = await ask((response) => response.end(JSON.stringify(LIST)));
  expect(answer).toMatchObject({
    ok: true,
    value: { rows: [{ name: 'A List', tokens: [{ symbol: '<i>', name: '<b>Token</b>' }] }] },
  });
  expect(seen).toEqual([`/ipfs/${CONTENT}/list.json`]);
});

test('without consent nobody is asked', async () => {
  const answer = await ask((response) => response.end(JSON.stringify(LIST)), { tokenLists: false });
  expect(answer).toMatchObject({ ok: true, value: { rows: [] } });
  expect(seen).toEqual([]);
});

test('a redirect is followed', async () => {
  const answer = await ask((response, path) => {
    if (path.startsWith('/ipfs')) response.writeHead(302, { location: '/elsewhere' }).end();
    else response.end(JSON.stringify(LIST));
  });
  expect(answer).toMatchObject({ ok: true, value: { rows: [{ name: 'A List' }] } });
  expect(seen.at(-1)).toBe('/elsewhere');
});

test('another shape, no JSON and a limit are failures that name the host', async () => {
  const other = await ask((response) => response.end(JSON.stringify({ ...LIST, version: 3 })));
  expect(other).toMatchObject({ ok: false, error: { code: 'badAnswer', raw: expect.stringContaining('version') } });
  expect(!other.ok && other.error.message).toContain('127.0.0.1');
  expect(await ask((response) => response.end('<html>'))).toMatchObject({ ok: false, error: { code: 'badAnswer' } });
  const limited = await ask((response) => response.writeHead(429, { 'retry-after': '60' }).end());
  expect(limited).toMatchObject({ ok: false, error: { code: 'rateLimited', retryAt: expect.any(Number) } });
});

test('of 50 MB only the beginning is read, stated or not', async () => {
  let sent = 0;
  const endless = await ask((response) => {
    const piece = Buffer.alloc(1_000_000, ' ');
    const more = () => {
      for (; sent < 50; sent++) if (!response.write(piece)) return void response.once('drain', more);
      response.end();
    };
    more();
  });
  expect(endless).toMatchObject({ ok: false, error: { code: 'tooLarge' } });
  expect(sent).toBeLessThan(50);
  const stated = await ask((response) => response.writeHead(200, { 'content-length': '50000000' }).write(' '));
  expect(stated).toMatchObject({ ok: false, error: { code: 'tooLarge' } });
});

test('a host that answers nothing, or never ends, is given up', async () => {
  expect(await ask(() => {}, { timeout: SHORT })).toMatchObject({ ok: false, error: { code: 'timeout' } });
  const halting = await ask((response) => void response.write('{"name":'), { timeout: SHORT });
  expect(halting).toMatchObject({ ok: false, error: { code: 'timeout' } });
});

test('addresses are public hosts by https, and content', () => {
  expect(parseListAddress(' https://lists.example/a.json ')).toEqual({
    at: 'host',
    url: 'https://lists.example/a.json',
  });
  expect(parseListAddress(`ipfs://${CONTENT}`)).toEqual({ at: 'ipfs', path: CONTENT });
  for (const other of ['http://lists.example', 'https://127.0.0.1/a', 'https://a:b@c.example', 'data:,{}', 'list.eth'])
    expect(parseListAddress(other)).toBeUndefined();
});
