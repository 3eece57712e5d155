/** The indexer in Node, on an IndexedDB in memory, following a node. */
import type { NetworkId } from '../../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../../src/core/config/runtime-config';
import { readBlockSummaries } from '../../../src/db/chain/blocks';
import { readIndexProgress } from '../../../src/db/chain-index/index-progress';
import { createPeers } from '../../../src/net/rpc/peers';
import { Chains } from '../../../src/workers/chain/chains';
import { createIndexer } from '../../../src/workers/indexer/indexer-engine';
import { emptyDatabase } from '../../memory-database';

/** Milliseconds between two looks at the head, and at the index. */
const PACE = { local: 50, remote: 50, afterFailure: 50, idle: 50 };
const LOOK = 50;
/** Milliseconds after which an index that does not agree with the chain counts as one that never will. */
const PATIENCE = 300_000;
/** More blocks than such a chain has. */
const WINDOW = 1_000_000;

export type FollowedIndex = {
  networkId: NetworkId;
  /** Resolves when the index has all blocks up to `head`, whose hash is given, and none above. */
  agreed(head: number, hash: string): Promise<void>;
  /** Ends the indexer, as a closed tab would. */
  stop(): Promise<void>;
  /** Stops it and deletes what it kept. */
  done(): Promise<void>;
};

/** Indexes the chain at `rpcUrl`. With `traces`, calls inside of transactions are indexed too. */
export async function followChain(chainId: number, rpcUrl: string, traces = false): Promise<FollowedIndex> {
  const config = parseRuntimeConfig({ networks: [{ id: chainId, rpcUrls: [rpcUrl] }], defaultNetwork: chainId });
  if (!config.ok) throw new Error(config.error);
  const networkId = chainId as NetworkId;
  const peers = createPeers();
  const indexer = createIndexer(new Chains(peers), peers, PACE);
  await indexer.api.configure(config.value);
  if (traces) await indexer.api.choose({ networkId, state: 'on', window: WINDOW, traces });
  await indexer.api.follow(networkId);
  return {
    networkId,
    async agreed(head, hash) {
      const end = Date.now() + PATIENCE;
      while (!(await hasAll(networkId, head, hash, traces))) {
        if (Date.now() > end) throw new Error(`After five minutes: ${await stateOf(networkId)}, wanted 0 to ${head}`);
        await new Promise((resolve) => setTimeout(resolve, LOOK));
      }
    },
    stop: () => indexer.stop(),
    async done() {
      await indexer.stop();
      await emptyDatabase();
    },
  };
}

async function hasAll(networkId: NetworkId, head: number, hash: string, traced: boolean): Promise<boolean> {
  const progress = await readIndexProgress(networkId);
  const spans = (traced ? progress?.traced : progress?.spans) ?? [];
  const [only] = spans;
  if (spans.length !== 1 || only?.first !== 0 || only.last !== head) return false;
  const { rows } = await readBlockSummaries(networkId, { limit: 1 });
  return rows[0]?.number === head && rows[0].hash === hash;
}

async function stateOf(networkId: NetworkId): Promise<string> {
  return JSON.stringify((await readIndexProgress(networkId))?.spans ?? []);
}
