/** `loupe` as a process that is interrupted: it ends at once, leaves nothing behind and says nothing of itself. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { request } from '../../../devnet/rpc';

const root = resolve(import.meta.dirname, '../../..');
const HASH = `0x${'12'.repeat(32)}`;
const ADDRESS = `0x${'12'.repeat(20)}`;

/** Says which chain it is, and never anything else. */
let silent: Server;
let url: string;
let folder: string;
let asked = () => {};
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'loupe-interrupted-'));
  silent = createServer(async (message, response) => {
    let body = '';
    for await (const part of message) body += String(part);
    if (body.includes('"eth_chainId"')) response.end('{"jsonrpc":"2.0","id":1,"result":"0x7a69"}');
    else asked();
  });
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
});
afterAll(() => {
  silent.closeAllConnections();
  silent.close();
  rmSync(folder, { recursive: true, force: true });
});

type Ended = { code: number | null; signal: string | null; out: string; err: string };

/** Starts a command, interrupts it once it is under way, and returns how it ended. */
async function interrupt(given: readonly string[], isUnderWay: (out: string) => boolean): Promise<Ended> {
  const loader = join(root, 'node_modules/tsx/dist/loader.mjs');
  const args = ['--import', loader, join(root, 'tools/loupe/main.ts'), ...given];
  const child = spawn(process.execPath, args, { cwd: folder, env: { PATH: process.env.PATH } });
  const ended: Ended = { code: null, signal: null, out: '', err: '' };
  const closed = new Promise<void>((done) =>
    child.once('close', (code, signal) => {
      Object.assign(ended, { code, signal });
      done();
    }),
  );
  await new Promise<void>((done) => {
    asked = done;
    child.stdout.on('data', (part: Buffer) => {
      ended.out += String(part);
      if (isUnderWay(ended.out)) done();
    });
    void closed.then(done);
  });
  child.stderr.on('data', (part: Buffer) => (ended.err += String(part)));
  child.kill('SIGINT');
  await closed;
  return ended;
}

test.each([[['tx', HASH]], [['step', HASH, '--error']], [['contract', ADDRESS]]])(
  '%j ends by the signal while it waits for an endpoint',
  async (given) => {
    const ended = await interrupt([...given, '--rpc', url], () => false);
    // A shell tells it as 130.
    expect(ended).toEqual({ code: null, signal: 'SIGINT', out: '', err: '' });
  },
);

test('what serves closes what it opened, and ends with 0', async () => {
  const ended = await interrupt(['rpc', '--port', '0'], (out) => out.includes('http://'));
  expect([ended.code, ended.err]).toEqual([0, '']);
  const [served = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(ended.out) ?? [];
  await expect(request(served, 'eth_chainId', [])).rejects.toThrow('fetch failed');
});
