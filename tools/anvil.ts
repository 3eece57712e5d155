/** A real Anvil, for tests and benches. */
import { type ChildProcess, spawn } from 'node:child_process';
import { findAnvil } from '../devnet/anvil';

export type Anvil = {
  url: string;
  port: number;
  /** One JSON-RPC call; throws with the node's words when it answers an error. */
  call<T = unknown>(method: string, params?: readonly unknown[]): Promise<T>;
  stop(): Promise<void>;
};

export type AnvilOptions = {
  /** Struct logs are empty without it. Default true. */
  stepsTracing?: boolean;
  chainId?: number;
  /** 0, the default, takes a free one. */
  port?: number;
  /** Further command-line arguments. */
  args?: readonly string[];
};

/** Starts Anvil and waits until it listens. Always `stop()` it; it also ends with this process. */
export async function startAnvil(options: AnvilOptions = {}): Promise<Anvil> {
  const args = ['--host', '127.0.0.1', '--port', String(options.port ?? 0)];
  if (options.stepsTracing !== false) args.push('--steps-tracing');
  if (options.chainId !== undefined) args.push('--chain-id', String(options.chainId));
  const child = spawn(findAnvil(), [...args, ...(options.args ?? [])], { stdio: ['ignore', 'pipe', 'pipe'] });
  const killWithParent = () => child.kill('SIGKILL');
  process.once('exit', killWithParent);
  const port = await listeningPort(child);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    call: (method, params = []) => callNode(url, method, params),
    async stop() {
      process.removeListener('exit', killWithParent);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The port Anvil prints once it listens; rejects when it ends before that or takes over 30 s. */
function listeningPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`Anvil does not listen after 30 s: ${output}`));
    }, 30_000);
    const read = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000);
      const port = /Listening on [\d.]+:(\d+)/.exec(output)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      // Anvil logs every call; the pipes must keep flowing or it blocks.
      child.stdout?.removeListener('data', read).resume();
      child.stderr?.removeListener('data', read).resume();
      resolve(Number(port));
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`Anvil ended with ${code} before it listened: ${output}`));
    });
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
  });
}

let nextId = 1;

async function callNode<T>(url: string, method: string, params: readonly unknown[]): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: nextId++, method, params }),
  });
  const answer = (await response.json()) as { result: T; error?: { message: string } };
  if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
  return answer.result;
}
