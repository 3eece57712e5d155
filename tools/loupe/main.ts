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
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit(0); // who reads a pipe may have had enough (`loupe tx … | head`)
    process.stderr.write(`The output cannot be written: ${message.split(',')[0]}.\n`);
    process.exit(2);
  });
  const folder = workingFolder();
  if (folder === undefined) {
    process.stderr.write('The working directory is not there any more.\n');
    process.exit(2);
  }
  const code = await runLoupe(process.argv.slice(2), {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    isTerminal: process.stdout.isTTY === true,
    isErrTerminal: process.stderr.isTTY === true,
    width: process.stdout.columns || 120,
    folder,
    environment: process.env,
  });
  // What is still written to a pipe is lost by an exit before it is through. An error is heard of by its own handler.
  process.stdout.write('', (error) => error ?? process.exit(code));
}

/** Returns the working directory; undefined where it was removed. */
function workingFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

void main();
