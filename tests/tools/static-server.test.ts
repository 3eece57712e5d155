import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StaticServer, serveFolder } from '../../tools/static-server';

let server: StaticServer;

beforeAll(async () => {
  const outside = mkdtempSync(join(tmpdir(), 'loupe-static-'));
  const root = join(outside, 'dist');
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(outside, 'secret.txt'), 'secret');
  writeFileSync(join(root, 'index.html'), '<title>app</title>');
  writeFileSync(join(root, 'compile.js'), 'onmessage = () => {}');
  writeFileSync(join(root, 'config.json'), '{"variant":"workbench"}');
  writeFileSync(join(root, 'assets/app-1234.js'), 'console.log(1)');
  server = await serveFolder(root, { overrides: { '/config.json': '{"variant":"explorer"}' } });
});
afterAll(() => server.close());

test('hashed assets are immutable and gzipped', async () => {
  const answer = await fetch(`${server.url}/assets/app-1234.js`);
  expect(answer.headers.get('cache-control')).toContain('immutable');
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect(await answer.text()).toBe('console.log(1)');
});

test.each([undefined, 'identity', 'br', 'gzip;q=0', 'gzip; q=0.0, br'])(
  'a client that accepts %s gets the file as it is',
  async (accepted) => {
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
    const answer = await new Promise<{ encoding: string | undefined; body: string }>((resolve, reject) => {
      request({ host: '127.0.0.1', port: server.port, path: '/assets/app-1234.js', headers }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          body += part;
        });
        response.on('end', () => resolve({ encoding: response.headers['content-encoding'], body }));
      })
        .on('error', reject)
        .end();
    });
    expect(answer).toEqual({ encoding: undefined, body: 'console.log(1)' });
  },
);

test('a folder whose page is gone is answered, and served again once it is back', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-static-'));
  const empty = await serveFolder(folder);
  try {
    expect((await fetch(empty.url)).status).toBe(503);
    writeFileSync(join(folder, 'index.html'), '<title>app</title>');
    expect((await fetch(empty.url)).status).toBe(200);
  } finally {
    await empty.close();
  }
});

test('a path that is no file is the page, revalidated by its ETag', async () => {
  const answer = await fetch(`${server.url}/31337/tx/0x1`);
  expect(await answer.text()).toBe('<title>app</title>');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  const etag = answer.headers.get('etag') ?? '';
  expect((await fetch(`${server.url}/`, { headers: { 'if-none-match': etag } })).status).toBe(304);
});

test('every file comes with the policy, and only the script of compilers may evaluate', async () => {
  const headersOf = async (path: string) => (await fetch(`${server.url}${path}`)).headers;
  const page = await headersOf('/31337/tx/0x1');
  expect(page.get('x-content-type-options')).toBe('nosniff');
  expect(page.get('referrer-policy')).toBe('no-referrer');
  const policy = page.get('content-security-policy') ?? '';
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("'unsafe-eval'");
  expect((await headersOf('/assets/app-1234.js')).get('content-security-policy')).toBe(policy);
  expect((await headersOf('/compile.js')).get('content-security-policy')).toContain("'unsafe-eval'");
});

test('an override replaces a file', async () => {
  expect(await (await fetch(`${server.url}/config.json`)).json()).toEqual({ variant: 'explorer' });
});

test.each(['/../secret.txt', '/%2e%2e/secret.txt', '/assets/..%2f..%2fsecret.txt', '/%'])(
  'nothing outside the folder is served: %s',
  async (path) => {
    const body = await new Promise<number>((resolve, reject) => {
      request({ host: '127.0.0.1', port: server.port, path }, (response) => {
        response.resume();
        response.on('end', () => resolve(Number(response.headers['content-length'])));
      })
        .on('error', reject)
        .end();
    });
    const page = await fetch(`${server.url}/`, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
    expect(body).toBe(Number(page.headers.get('content-length')));
  },
);
