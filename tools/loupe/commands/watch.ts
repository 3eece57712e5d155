/**
 * `loupe watch FILE`: looks at every new block of a chain for the watches of a file (docs/watching.md), and prints
 * each find as a line of JSON. What it was at stands in `FILE.state`, from where it goes on.
 */
import { StartFailure } from '../../../devnet/start-failure';
import { parseWatchFile, type WatchFile } from '../../../src/core/watch/watch-file';
import { createRpc } from '../../../src/net/rpc/rpc';
import { pauseFor } from '../../../src/workers/scheduling/wait';
import { stepWatch, type WatchedChain } from '../../../src/workers/watch/chain-watch';
import { rpcChain } from '../../../src/workers/watch/rpc-chain';
import type { WatchStore } from '../../../src/workers/watch/watch-store';
import { createWatchedSimulations } from '../../../src/workers/watch/watched-simulations';
import { readText } from '../../read-file';
import { toldToEnd } from '../../serving/told-to-end';
import { fileStore } from '../../watch/file-store';
import { type Command, complain, type Io, readArguments } from '../command';

/** Milliseconds between two questions for the head: of a node on this machine, of others, and after a failure. */
const PAUSES = { local: 2_000, remote: 12_000, failed: 15_000 };

export const watch: Command = {
  name: 'watch',
  summary: 'looks at every new block for the watches of a file',
  usage: `loupe watch FILE

Prints each find as a line of JSON, with --json as without it, and goes on until it is stopped. FILE.state keeps what
it was at.

Example:
  loupe watch watches.json
`,
  async run(given, io) {
    const [path = ''] = readArguments(given, { json: { type: 'boolean' } }, ['FILE']).positionals;
    const text = readText(path);
    if (!text.ok) throw new StartFailure(`${path}: ${text.error}`);
    const file = parseWatchFile(text.value);
    if (!file.ok) throw new StartFailure(`${path}: ${file.error}`);
    const { endpoint: url, networkId, watches } = file.value;
    const stopped = new AbortController();
    void toldToEnd().then(() => stopped.abort());
    const rpc = createRpc({
      networkId,
      endpoints: [{ networkId, url, name: new URL(url).host, origin: 'reader', enabled: true, priority: 0 }],
    });
    const store = openStore(`${path}.state`, watches, io);
    const simulate = createWatchedSimulations(async () => ({ id: networkId, name: `chain ${networkId}` }));
    let gaps = 0;
    while (!stopped.signal.aborted) {
      const chain = rpcChain(rpc, stopped.signal, simulate);
      const outcome = await stepWatch(chain, store);
      const progress = await store.progress();
      for (const { first, last, of } of progress?.gaps.slice(gaps) ?? []) {
        io.err(`Blocks ${first} to ${last}: ${of === 'blocks' ? 'nobody looked at them' : 'no state'}.\n`);
      }
      gaps = progress?.gaps.length ?? 0;
      if (outcome === 'more') continue;
      if (outcome === 'failed') await tellFailure(chain, url, io);
      const pause = outcome === 'failed' ? PAUSES.failed : rpc.isLocal ? PAUSES.local : PAUSES.remote;
      await pauseFor(pause, stopped.signal);
    }
    return 0;
  },
};

/** Says why the endpoint failed. One of another chain than the file names stays so, and ends the command: that throws. */
async function tellFailure(chain: WatchedChain, url: string, io: Io): Promise<void> {
  const head = await chain.head();
  if (!head.ok && head.error.code === 'wrongChain') throw new StartFailure(head.error.message);
  complain(io, `${head.ok ? `${url} did not answer as expected.` : head.error.message} It is asked again.`);
}

function openStore(state: string, watches: WatchFile['watches'], { out }: Io): WatchStore {
  try {
    return fileStore(state, watches, (line) =>
      out(`${JSON.stringify({ format: 'loupe-find', version: 1, ...line })}\n`),
    );
  } catch (thrown) {
    throw new StartFailure((thrown as Error).message);
  }
}
