/** The trace engine in Node, on an IndexedDB in memory, with the recorded endpoints as its networks. */
import type { Hash, NetworkId } from '../../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../../src/core/config/runtime-config';
import { createEngine, type Engine } from '../../../src/workers/engine';
import type { JobId, TransactionKey } from '../../../src/workers/ids';
import { emptyDatabase } from '../../memory-database';

/** Starts an engine of its own on an empty database; `done` waits for what it does in the background, and empties it again. */
export async function startEngine(
  networkId: number,
  rpcUrl: string,
): Promise<{ engine: Engine; done(): Promise<void> }> {
  const config = parseRuntimeConfig({ networks: [{ id: networkId, rpcUrls: [rpcUrl] }], defaultNetwork: networkId });
  if (!config.ok) throw new Error(config.error);
  // Another file of tests in this process may have left what it kept of the same hash.
  await emptyDatabase();
  const engine = createEngine();
  await engine.chain.configure(config.value);
  return {
    engine,
    async done() {
      await engine.settled();
      await emptyDatabase();
    },
  };
}

let jobs = 0;
export function newJob(): JobId {
  jobs++;
  return `job ${jobs}` as JobId;
}

export function keyOf(networkId: number, hash: string): TransactionKey {
  return { networkId: networkId as NetworkId, hash: hash as Hash };
}
