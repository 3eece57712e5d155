/**
 * `npm run watch FILE`: looks at every new block of a chain for the watches of a file (docs/watching.md), and prints
 * each find as a line of JSON. What it was at stands in `FILE.state`, from where it goes on.
 */
import process from 'node:process';
import { parseWatchFile } from '../src/core/watch/watch-file';
import { createRpc } from '../src/net/rpc/rpc';
import { pauseFor } from '../src/workers/wait';
import { stepWatch, type WatchedChain } from '../src/workers/watch/chain-watch';
import { rpcChain } from '../src/workers/watch/rpc-chain';
import type { WatchStore } from '../src/workers/watch/watch-store';
import { createWatchedSimulations } from '../src/workers/watch/watched-simulations';
import { readText } from './read-text';
import { fileStore } from './watch/file-store';

/** Milliseconds between two questions for the head: of a node on this machine, of others, and after a failure. */
const PAUSES = { local: 2_000, remote: 12_000, failed: 15_000 };

const [path, ...others] = process.argv.slice(2);
if (path === undefined || others.length > 0) {
  process.stderr.write('npm run watch FILE\n');
  process.exit(2);
}
const text = readText(path);
if (text === undefined) {
  process.stderr.write(`${path}: the file is not there, or cannot be read.\n`);
  process.exit(2);
}
const file = parseWatchFile(text);
if (!file.ok) {
  process.stderr.write(`${path}: ${file.error}\n`);
  process.exit(2);
}
const { endpoint: url, networkId, watches } = file.value;
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort());
const rpc = createRpc({
  networkId,
  endpoints: [{ networkId, url, name: new URL(url).host, origin: 'reader', enabled: true, priority: 0 }],
});
const store = openStore(`${path}.state`);
const simulate = createWatchedSimulations(async () => ({ id: networkId, name: `chain ${networkId}` }));
let gaps = 0;
while (!stopped.signal.aborted) {
  const chain = rpcChain(rpc, stopped.signal, simulate);
  const outcome = await stepWatch(chain, store);
  const progress = await store.progress();
  for (const { first, last, of } of progress?.gaps.slice(gaps) ?? []) {
    process.stderr.write(`Blocks ${first} to ${last}: ${of === 'blocks' ? 'nobody looked at them' : 'no state'}.\n`);
  }
  gaps = progress?.gaps.length ?? 0;
  if (outcome === 'more') continue;
  if (outcome === 'failed') await tellFailure(chain);
  const pause = outcome === 'failed' ? PAUSES.failed : rpc.isLocal ? PAUSES.local : PAUSES.remote;
  await pauseFor(pause, stopped.signal);
}

/** Says why the endpoint failed. One of another chain than the file names stays so, and ends the command. */
async function tellFailure(chain: WatchedChain): Promise<void> {
  const head = await chain.head();
  const why = head.ok ? `${url} did not answer as expected.` : head.error.message;
  const isOther = !head.ok && head.error.code === 'wrongChain';
  process.stderr.write(`${why}${isOther ? '' : ' It is asked again.'}\n`);
  if (isOther) process.exit(2);
}

function openStore(state: string): WatchStore {
  try {
    return fileStore(state, watches, (line) => process.stdout.write(`${JSON.stringify(line)}\n`));
  } catch (thrown) {
    process.stderr.write(`${(thrown as Error).message}\n`);
    process.exit(2);
  }
}
