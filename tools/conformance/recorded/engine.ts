/** The trace engine in Node, on an IndexedDB in memory, with the recorded endpoints as its networks. */
import 'fake-indexeddb/auto';
import type { Hash, NetworkId } from '../../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../../src/core/config';
import { closeDatabase, DATABASE_NAME } from '../../../src/db/database';
import { createEngine, type Engine } from '../../../src/workers/engine';
import type { JobId, TransactionKey } from '../../../src/workers/ids';

/** An engine of its own on an empty database; `done` waits for what it does in the background, and empties it again. */
export async function startEngine(
  networkId: number,
  rpcUrl: string,
): Promise<{ engine: Engine; done(): Promise<void> }> {
  const config = parseRuntimeConfig({ networks: [{ id: networkId, rpcUrls: [rpcUrl] }], defaultNetwork: networkId });
  if (!config.ok) throw new Error(config.error);
  const engine = createEngine();
  await engine.chain.configure(config.value);
  return {
    engine,
    async done() {
      await engine.settled();
      closeDatabase();
      await new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase(DATABASE_NAME);
        request.onsuccess = resolve;
        request.onerror = () => reject(request.error);
      });
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
