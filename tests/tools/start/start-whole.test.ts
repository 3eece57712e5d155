/** `npm start` as a process: it serves the app on another node and on a chain of its own, and nothing stays behind when it ends. */
import { type ChildProcess, execFileSync } from 'node:child_process';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../../../devnet/free-port';
import { sampleTransactions } from '../../../devnet/names';
import { request } from '../../../devnet/rpc';
import { endAll, listen, start } from './start-process';

/** The second account of the development mnemonic. */
const alice = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';

afterEach(endAll);

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

/** Kills the child process of `parent` whose command line holds `text`. */
function killBelow(parent: ChildProcess, text: string): void {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  for (const line of list.split('\n')) {
    const [pid, ppid] = line.trim().split(/\s+/).map(Number);
    if (pid !== undefined && ppid === parent.pid && line.includes(text)) process.kill(pid, 'SIGKILL');
  }
}
