/**
 * Runs the newcomer's command, `npm start`, once for all specs, and reads where it says the app and the node are. The
 * largest transaction is left out: whoever asks Anvil for its block or receipt waits until all of its steps are copied,
 * and the index of every fresh profile asks for both.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import process from 'node:process';
import { announceDemo, type Printed } from './support/demo';

/** The first start compiles, builds and seeds. */
const PATIENCE = 240_000;

export default async function globalSetup(): Promise<() => Promise<void>> {
  const child = spawn('npm', ['start', '--', '--port', '0', '--rpc-port', '0', '--small'], {
    cwd: resolve(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    // A group of its own, so that npm and all it started can be interrupted as Ctrl-C does.
    detached: process.platform !== 'win32',
  });
  announceDemo(await printedBy(child));
  return () => interrupt(child);
}

/** What the command prints up to its last line; rejects when it ends before, with what it said. */
function printedBy(child: ChildProcess): Promise<Printed> {
  return new Promise((done, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`npm start is not up after 4 minutes:\n${output}`)), PATIENCE);
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (!output.includes('Ctrl-C ends it.')) return;
      clearTimeout(timer);
      done(parse(output));
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`npm start ended with ${code}:\n${output}`));
    });
  });
}

function parse(output: string): Printed {
  return {
    url: /^Loupe +(\S+)$/m.exec(output)?.[1] ?? '',
    rpcUrl: /^Node +(\S+)$/m.exec(output)?.[1] ?? '',
    links: [...output.matchAll(/^(\S+): .+\n +(http\S+)$/gm)].map(([, name = '', url = '']) => ({ name, url })),
  };
}

async function interrupt(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  if (process.platform === 'win32') child.kill();
  else process.kill(-child.pid, 'SIGINT');
  await ended;
}
