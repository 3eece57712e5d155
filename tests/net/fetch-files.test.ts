/** Files that are loaded whole from any address: build output and trace files. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { fetchBuildOutput } from '../../src/net/fetch-build-output';
import { fetchTraceFile } from '../../src/net/fetch-trace-file';

const MB = 1 << 20;

let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer(({ url: path }, response) => {
    if (path === '/file') response.end('the file');
    else if (path === '/long') response.writeHead(200, { 'content-length': 600 * MB }).flushHeaders();
    else response.writeHead(404).end('nothing here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

afterEach(() => void vi.unstubAllGlobals());

/** A body of 640 MB that states no length, and how many MB of it were read. Its parts are one and the same: over a real connection so much takes seconds. */
function longBody() {
  const part = new Uint8Array(16 * MB);
  let read = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (read === 640) return controller.close();
        read += 16;
        controller.enqueue(part);
      },
    },
    { highWaterMark: 0 },
  );
  return { body, read: () => read };
}

const signal = () => new AbortController().signal;

describe.each([
  {
    what: 'a trace file',
    load: (address: string) => fetchTraceFile(address, signal()),
    missing: () => 'There is no file: the server answered 404.',
    bound: 512,
    tooLarge: () => 'The file is larger than 512 MB.',
    notLoaded: () => 'The file could not be loaded. Its server must allow other sites to read it (CORS).',
  },
  {
    what: 'build output',
    load: fetchBuildOutput,
    missing: (address: string) => `There is no build output at ${address}.`,
    bound: 256,
    tooLarge: (address: string) => `The build output ${address} is larger than 256 MB.`,
    notLoaded: (address: string) => `The build output ${address} could not be loaded.`,
  },
])('$what', ({ load, missing, bound, tooLarge, notLoaded }) => {
  test('is loaded whole', async () => {
    const loaded = await load(`${url}/file`);
    expect(loaded.ok && new TextDecoder().decode(loaded.value)).toBe('the file');
  });

  test('that is not there is said to be missing', async () => {
    const address = `${url}/missing`;
    expect(await load(address)).toMatchObject({ ok: false, error: { code: 'notFound', message: missing(address) } });
  });

  test('that says it is over the bound is not read', async () => {
    const address = `${url}/long`;
    expect(await load(address)).toMatchObject({ ok: false, error: { code: 'tooLarge', message: tooLarge(address) } });
  });

  test('that is over the bound and does not say so is not read to its end', async () => {
    const address = `${url}/file`;
    const { body, read } = longBody();
    vi.stubGlobal('fetch', async () => new Response(body));
    expect(await load(address)).toMatchObject({ ok: false, error: { code: 'tooLarge', message: tooLarge(address) } });
    expect(read()).toBe(bound + 16);
  });

  test('of a server that nobody reaches is said not to be loaded', async () => {
    const address = 'http://127.0.0.1:9/file';
    const message = notLoaded(address);
    expect(await load(address)).toMatchObject({ ok: false, error: { code: 'endpointDown', message } });
  });
});
