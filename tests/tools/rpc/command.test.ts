/** `loupe rpc`: what it says when it cannot begin. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RpcDoor } from '../../../src/core/virtual/rpc/methods';
import { forkChain } from '../../../tools/rpc/fork';
import { parseRpcOptions } from '../../../tools/rpc/options';
import { startRpcServer } from '../../../tools/rpc/server';
import { type Served, serveEmpty } from './served';

/** Holds a port. */
let other: Served;
beforeAll(async () => {
  other = await serveEmpty(7357);
});
afterAll(() => other.server.close());

test('a port that is taken is named in one sentence', { timeout: 60_000 }, async () => {
  const { port } = other.server;
  const child = spawn(process.execPath, ['--import', 'tsx', 'tools/loupe/main.ts', 'rpc', '--port', String(port)], {
    cwd: resolve(import.meta.dirname, '../../..'),
  });
  let said = '';
  child.stderr.on('data', (data: Buffer) => {
    said += data.toString();
  });
  expect(await new Promise((done) => child.once('close', done))).toBe(2);
  expect(said.trim()).toBe(`Port ${port} is taken; choose another with --port, as in "loupe rpc --port ${port + 1}".`);
});

test('a server whose port is taken rejects with the reason', async () => {
  const begun = startRpcServer(new RpcDoor(other.node), other.server.port);
  await expect(begun).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test.each([
  [['--port', '70000'], '--port takes a number from 0 to 65535, not "70000".'],
  [['--chain-id', '0'], '--chain-id takes a number above zero.'],
  [['--block', '5'], '--block takes a block of the chain of --fork.'],
  [['--interval', '86401'], '--interval takes 86,400 seconds, a day, at most.'],
  [['--interval', '1s'], '--interval takes a number, not "1s".'],
  [['--fork', 'localhost:8545'], '--fork takes a URL that begins with http:// or https://, not "localhost:8545".'],
])('%j is refused with a sentence', (argv, sentence) => {
  expect(() => parseRpcOptions(argv)).toThrow(sentence);
});

test('a parent that is not there is named', async () => {
  const begun = forkChain('http://127.0.0.1:9', undefined, Number, () => 0);
  await expect(begun).rejects.toThrow('The node at http://127.0.0.1:9 does not answer');
});
