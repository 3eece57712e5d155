/**
 * Runs watched simulations, at the end of one block and then of the next. The outcome at a block never changes, so it is
 * remembered, and each block takes one run. The code that runs them is loaded with the first run.
 */
import type { Network } from '../../core/chain/network';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { WatchedOutcome } from '../../core/watch/watched-simulation';
import type { Rpc } from '../../net/rpc/rpc';
import type { SeenBlock } from './watch-store';

export type RunWatched = (
  rpc: Rpc,
  draft: string,
  block: SeenBlock,
  signal: AbortSignal,
) => Promise<Result<WatchedOutcome, Failure>>;

/** Outcomes that are remembered: of the simulations of one network at the last block each. */
const MAX_KNOWN = 200;

/** `network` says whose rules they run by. */
export function createWatchedSimulations(network: () => Promise<Pick<Network, 'id' | 'name'>>): RunWatched {
  const known = new Map<string, Promise<Result<WatchedOutcome, Failure>>>();
  return (rpc, draft, block, signal) => {
    const key = `${block.hash} ${draft}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const run = async () => {
      const [on, { runWatched }] = await Promise.all([network(), import('./run-watched')]);
      return runWatched({ rpc, network: on, signal, onProgress: () => undefined }, draft, block);
    };
    const running = run();
    known.set(key, running);
    for (const old of [...known.keys()].slice(0, Math.max(0, known.size - MAX_KNOWN))) known.delete(old);
    // An outcome that failed is not remembered, so it is asked for again.
    const forget = () => known.delete(key);
    running.then((result) => result.ok || forget(), forget);
    return running;
  };
}
