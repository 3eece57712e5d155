/** The program `loupe`. The rest is loaded once Node is known to be new enough. */
import { messageOf } from '../../src/core/values/thrown';
import { nearFetch } from './near-fetch';
import { oldNode } from './node-version';

const old = oldNode();
if (old !== undefined) {
  process.stderr.write(`${old}\n`);
  process.exit(2);
}

// No stack trace of ours, whatever happens: LOUPE_DEBUG shows it.
if (process.env.LOUPE_DEBUG === undefined)
  process.on('uncaughtException', (thrown) => {
    process.stderr.write(`This is a bug of Loupe: ${messageOf(thrown)}\n`);
    process.exit(2);
  });

async function main(): Promise<void> {
  const { runLoupe } = await import('./run');
  globalThis.fetch = nearFetch(globalThis.fetch);
  // Who reads a pipe may have had enough (`loupe tx … | head`).
  process.stdout.on('error', () => process.exit(0));
  const code = await runLoupe(process.argv.slice(2), {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    isTerminal: process.stdout.isTTY === true,
    isErrTerminal: process.stderr.isTTY === true,
    width: process.stdout.columns || 120,
    folder: process.cwd(),
    environment: process.env,
  });
  // What is still written to a pipe is lost by an exit before it is through.
  process.stdout.write('', () => process.exit(code));
}

void main();
