/** The node of Hardhat, from its npm package: started on a free port, stopped again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { freePort } from '../../devnet/free-port';
import { request } from '../../devnet/rpc';

export type HardhatNode = { rpcUrl: string; chainId: number; stop(): Promise<void> };

const root = resolve(import.meta.dirname, '../..');
/** ms; it listens after two seconds on a free machine. */
const PATIENCE = 120_000;

/** Starts an empty chain of this id that mines each transaction at once, and waits until it answers. It ends with this process. */
export async function startHardhat(chainId: number, wantedPort = 0): Promise<HardhatNode> {
  const port = wantedPort === 0 ? await freePort() : wantedPort;
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules/hardhat/internal/cli/bootstrap.js'),
      ...['--config', join(import.meta.dirname, 'hardhat.config.cjs')],
      ...['node', '--hostname', '127.0.0.1', '--port', String(port)],
    ],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        FOREIGN_CHAIN_ID: String(chainId),
        HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true',
        DISABLE_HARDHAT_VERSION_NOTICE: 'true',
      },
    },
  );
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  await listening(child);
  const rpcUrl = `http://127.0.0.1:${port}`;
  const answered = await request(rpcUrl, 'eth_chainId', []);
  if (answered !== `0x${chainId.toString(16)}`) throw new Error(`The node says it is chain ${answered}.`);
  return {
    rpcUrl,
    chainId,
    async stop() {
      process.removeListener('exit', kill);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise<void>((done) => child.once('exit', () => done()));
      kill();
      await ended;
    },
  };
}

function listening(child: ChildProcess): Promise<void> {
  return new Promise((done, reject) => {
    let output = '';
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`Hardhat does not listen after two minutes: ${output}`));
    }, PATIENCE);
    const read = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-10_000);
      if (!output.includes('Started HTTP')) return;
      clearTimeout(timer);
      // It logs every call; the pipes must keep flowing.
      child.stdout?.removeListener('data', read).resume();
      child.stderr?.removeListener('data', read).resume();
      done();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`Hardhat ended with ${code} before it listened: ${output}`));
    });
  });
}
