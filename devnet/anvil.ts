/** Anvil from its npm platform package: found without any install script, started with the demo chain's rules, stopped again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { freePort } from './free-port';
import { request } from './rpc';
import { blockGasLimit, chainId, genesisTimestamp, mnemonic } from './rules';
import { StartFailure } from './start-failure';

export type Anvil = {
  rpcUrl: string;
  pid: number;
  /** Ends Anvil and waits until it is gone. */
  stop(): Promise<void>;
  /** Resolves when Anvil ended, whether asked to or not. */
  ended: Promise<void>;
};

const platforms: Partial<Record<string, string>> = {
  'linux x64': 'linux-amd64',
  'linux arm64': 'linux-arm64',
  'darwin x64': 'darwin-amd64',
  'darwin arm64': 'darwin-arm64',
  'win32 x64': 'win32-amd64',
};

/** Path of the Anvil binary. Throws a `StartFailure` when there is none for this platform, or it was not installed. */
export function findAnvil(platform: string = process.platform, arch: string = process.arch): string {
  const suffix = platforms[`${platform} ${arch}`];
  if (suffix === undefined) {
    throw new StartFailure(
      `Anvil, the demo chain's node, has no build for ${platform} on ${arch}; use "npm start -- --rpc URL" with a node elsewhere.`,
    );
  }
  // The platform package is a dependency of @foundry-rs/anvil, so it is looked up from there.
  const require = createRequire(import.meta.url);
  const binary = platform === 'win32' ? 'anvil.exe' : 'anvil';
  try {
    const fromAnvil = createRequire(require.resolve('@foundry-rs/anvil/package.json'));
    const path = fromAnvil.resolve(`@foundry-rs/anvil-${suffix}/bin/${binary}`);
    if (existsSync(path)) return path;
  } catch {
    // Falls through to the sentence below: nothing else is to be known from the resolver.
  }
  throw new StartFailure(
    `The Anvil binary (npm package @foundry-rs/anvil-${suffix}) is missing; run "npm install" without leaving out optional packages.`,
  );
}

/** Starts an empty chain on 127.0.0.1:`wantedPort` (0: any) that mines only when told, and waits until it answers. */
export async function startAnvil(wantedPort: number): Promise<Anvil> {
  const port = wantedPort === 0 ? await freePort() : wantedPort;
  const child = spawn(findAnvil(), anvilFlags(port), { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (data: Buffer) => {
    complaint = (complaint + data.toString()).slice(-2000);
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', (error) => {
      complaint = error.message;
      resolve();
    });
  });
  // The last resort when this process ends without asking: no Anvil stays behind.
  const killWithParent = () => child.kill('SIGKILL');
  process.once('exit', killWithParent);
  let gone = false;
  void ended.then(() => {
    gone = true;
    process.removeListener('exit', killWithParent);
  });
  const rpcUrl = `http://127.0.0.1:${port}`;
  const giveUpAt = Date.now() + 30_000;
  while (!(await answers(rpcUrl))) {
    if (gone) throw new StartFailure(`Anvil did not start: ${complaint.trim() || 'it ended without a word'}`);
    if (Date.now() > giveUpAt) {
      child.kill('SIGKILL');
      throw new StartFailure(`Anvil did not answer on port ${port} within 30 seconds.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return { rpcUrl, pid: child.pid ?? -1, ended, stop: () => stop(child, ended) };
}

function anvilFlags(port: number): string[] {
  return [
    ...['--host', '127.0.0.1', '--port', String(port)],
    ...['--chain-id', String(chainId), '--mnemonic', mnemonic],
    // Prague: the newest rules under which a transaction may have more than 2^24 gas (Osaka, EIP-7825).
    ...['--hardfork', 'prague', '--gas-limit', String(blockGasLimit), '--base-fee', '1000000000'],
    ...['--timestamp', String(genesisTimestamp), '--order', 'fifo', '--no-mining'],
    ...['--steps-tracing', '--no-request-size-limit', '--disable-console-log', '--quiet'],
  ];
}

async function answers(rpcUrl: string): Promise<boolean> {
  try {
    return (await request(rpcUrl, 'eth_chainId', [])) === `0x${chainId.toString(16)}`;
  } catch {
    return false;
  }
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGTERM');
  // Anvil frees gigabytes of recorded steps on the way out, which nobody waits for.
  const timer = setTimeout(() => child.kill('SIGKILL'), 1000);
  await ended;
  clearTimeout(timer);
}
