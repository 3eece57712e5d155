/** `npm start` as a process: what it says when it cannot start, and that no node stays behind when it is interrupted. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { freePort } from '../../../devnet/free-port';
import { request } from '../../../devnet/rpc';
import { endAll, listen, start } from './start-process';

afterEach(endAll);

describe('npm start says in one sentence why it cannot', () => {
  test.each(['--port', '--rpc-port'])('when the port of %s is taken', async (option) => {
    const port = await listen('');
    const { said, ended } = start('--port', '0', option, String(port));
    expect(await ended).toBe(1);
    expect(said.err.trim()).toBe(
      `Port ${port} is taken; choose another with ${option}, as in "npm start -- ${option} ${port + 1}".`,
    );
  });

  test('when nothing listens at --rpc', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const { said, ended } = start('--port', '0', '--rpc', url);
    expect(await ended).toBe(1);
    expect(said.err.trim()).toBe(`The node at ${url} does not answer (ECONNREFUSED).`);
  });

  test.each([
    ['is no JSON', '<html>', 'does not answer (its answer is not JSON).'],
    ['is null', 'null', 'does not state a chain id; is it a JSON-RPC endpoint?'],
    ['holds no number', '{"result":"main"}', 'does not state a chain id; is it a JSON-RPC endpoint?'],
    ['is an error', '{"error":{"message":"no key"}}', 'does not answer (eth_chainId: no key).'],
  ])('when what --rpc answers %s', async (_, body, sentence) => {
    const url = `http://127.0.0.1:${await listen(body)}`;
    const { said, ended } = start('--port', '0', '--rpc', url);
    expect(await ended).toBe(1);
    expect(said.err.trim()).toBe(`The node at ${url} ${sentence}`);
  });

  test.each([
    [['--port', '8545'], '--port and --rpc-port are both 8545: the app and its node need a port each.'],
    [['--port', 'high'], '--port takes a number from 0 to 65535, not "high".'],
    [['--rpc', 'ws://node'], '--rpc takes a URL that begins with http:// or https://, not "ws://node".'],
    [['--prot', '1'], 'Unknown option \'--prot\'; "npm start -- --help" lists the options.'],
  ])('when it is given %j', async (options, sentence) => {
    const { said, ended } = start(...options);
    expect(await ended).toBe(1);
    expect(said.err.trim()).toBe(sentence);
  });
});

test('leaves no node behind when it is interrupted on the way', async () => {
  const rpcPort = await freePort();
  const { said, child, ended } = start('--dev', '--port', '0', '--rpc-port', String(rpcPort));
  await vi.waitFor(() => expect(said.out).toContain('playing'), { timeout: 100_000 });
  const rpcUrl = `http://127.0.0.1:${rpcPort}`;
  expect(await request(rpcUrl, 'eth_chainId', [])).toBe('0x7a69');
  child.kill('SIGINT');
  expect(await ended).toBe(0);
  await expect(request(rpcUrl, 'eth_chainId', [])).rejects.toThrow('fetch failed');
});
