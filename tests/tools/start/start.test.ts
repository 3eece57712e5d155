/** `npm start` as a process: what it says when it cannot start, and that nothing stays behind when it ends. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { freePort } from '../../../devnet/free-port';
import { sampleTransactions } from '../../../devnet/names';
import { request } from '../../../devnet/rpc';

/** The second account of the development mnemonic. */
const alice = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const root = resolve(import.meta.dirname, '../../..');

const servers: Server[] = [];
const children: ChildProcess[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A server that gives every request the same answer. Returns its port. */
function listen(body: string): Promise<number> {
  const server = createServer((_, response) => response.end(body));
  servers.push(server);
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      done(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

function start(...options: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'tools/start.ts'), ...options], { cwd: root });
  children.push(child);
  const said = { out: '', err: '' };
  child.stdout.on('data', (data: Buffer) => {
    said.out += data.toString();
  });
  child.stderr.on('data', (data: Buffer) => {
    said.err += data.toString();
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const isReady = new Promise<void>((done) => {
    child.stdout.on('data', () => {
      if (said.out.includes('Ctrl-C ends it.')) done();
    });
  });
  return { child, said, ended, ready: Promise.race([isReady, ended]) };
}

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

describe('npm start', () => {
  test('serves the app on somebody else’s node', async () => {
    const url = `http://127.0.0.1:${await listen('{"result":"0xa"}')}`;
    const port = await freePort();
    const { ready, said, child, ended } = start('--dev', '--port', String(port), '--rpc', url);
    await ready;
    expect(said.out).toContain('chain 10 · 0xa · block 10');
    const config = await (await fetch(`http://127.0.0.1:${port}/config.json`)).json();
    expect(config).toMatchObject({
      defaultNetwork: 10,
      // A node of this machine may be another chain that goes by the same id.
      networks: [{ id: 10, name: 'OP Mainnet (local node)', rpcUrls: [url] }],
      samples: [],
    });
    child.kill('SIGINT');
    expect(await ended).toBe(0);
  });

  test('brings up chain and app, prints links, and takes both along when it ends', async () => {
    // Ports of its own choice: one that is free now may be another's by the time the app listens.
    const { ready, said, child, ended } = start('--dev', '--port', '0', '--rpc-port', '0');
    await ready;
    const [url, rpcUrl] = ['Loupe', 'Node'].map((name) => new RegExp(`^${name} +(\\S+)$`, 'm').exec(said.out)?.[1]);
    const links = said.out.match(/http:\S+\/tx\/0x[0-9a-f]{64}/g) ?? [];
    expect(links, said.err).toHaveLength(sampleTransactions.length);
    const config = (await (await fetch(`${url}/config.json`)).json()) as {
      samples: { hash: string }[];
    };
    expect(config).toMatchObject({
      defaultNetwork: 31337,
      networks: [{ id: 31337, route: 'anvil', rpcUrls: [rpcUrl] }],
      labels: expect.arrayContaining([{ networkId: 31337, address: alice, name: 'Alice' }]),
    });
    expect(links).toEqual(config.samples.map(({ hash }) => `${url}/anvil/tx/${hash}`));
    for (const { hash } of config.samples) {
      expect(await request(rpcUrl ?? '', 'eth_getTransactionByHash', [hash])).toMatchObject({ hash });
    }
    const build = (await (await fetch(`${url}/build-output.json`)).json()) as { solcVersion: string };
    expect(build.solcVersion).toBe('0.8.37');

    killBelow(child, 'anvil');
    expect(await ended).toBe(1);
    expect(said.err).toContain('The demo chain’s node ended by itself');
    await expect(fetch(`${url}/`)).rejects.toThrow('fetch failed');
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
});

/** Kills the child process of `parent` whose command line holds `text`. */
function killBelow(parent: ChildProcess, text: string): void {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  for (const line of list.split('\n')) {
    const [pid, ppid] = line.trim().split(/\s+/).map(Number);
    if (pid !== undefined && ppid === parent.pid && line.includes(text)) process.kill(pid, 'SIGKILL');
  }
}
