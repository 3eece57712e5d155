/** The networks that are indexed: one loop each, in one of all tabs. */
import { chainHistory } from '../../core/chain/chain-history';
import { notableTransactions } from '../../core/chain/notable-transactions';
import type { NetworkId } from '../../core/chain/primitives';
import { type ChainSample, readChainSample } from '../../db/chain-index/chain-sample';
import { saveIndexChoice } from '../../db/chain-index/index-choices';
import { runAsLeader } from '../../net/leader';
import { createPeers, type Peers } from '../../net/rpc/peers';
import type { Chains } from '../chain/chains';
import { ChainIndex, type IndexPace } from './chain-index';
import type { IndexerApi } from './indexer.api';
import { keepTokenListFile, loadTokenList, refreshTokenLists } from './token-lists';

export type Indexer = {
  api: IndexerApi;
  /** Ends all loops, as the end of the worker would; resolves when none runs any more. */
  stop(): Promise<void>;
};

export function createIndexer(chains: Chains, peers: Peers = createPeers(), pace?: Partial<IndexPace>): Indexer {
  const followed = new Map<NetworkId, { index: ChainIndex; ended: Promise<void> }>();
  const indexes = new Map<NetworkId, ChainIndex>();
  const samples = new Map<NetworkId, Promise<ChainSample>>();
  const stopped = new AbortController();

  function indexOf(networkId: NetworkId): ChainIndex {
    const known = indexes.get(networkId);
    if (known !== undefined) return known;
    const index = new ChainIndex(chains, networkId, stopped.signal, pace);
    indexes.set(networkId, index);
    return index;
  }

  function follow(networkId: NetworkId): ChainIndex {
    const known = followed.get(networkId);
    if (known !== undefined) return known.index;
    const index = indexOf(networkId);
    const ended = runAsLeader(peers, `index ${networkId}`, () => index.run());
    followed.set(networkId, { index, ended });
    return index;
  }

  /** What charts and suggestions are made of: both are asked for together, and read once. */
  function sampleOf(networkId: NetworkId): Promise<ChainSample> {
    const begun = samples.get(networkId);
    if (begun !== undefined) return begun;
    const reading = readChainSample(networkId).finally(() => samples.delete(networkId));
    samples.set(networkId, reading);
    return reading;
  }

  return {
    api: {
      async configure(config) {
        chains.configure(config);
      },
      async follow(networkId) {
        await chains.config();
        follow(networkId);
        void refreshTokenLists(chains);
      },
      async isDevelopment(networkId) {
        await chains.config();
        return indexOf(networkId).isDevelopment();
      },
      async choose(choice) {
        const isKept = await saveIndexChoice(choice);
        await chains.config();
        follow(choice.networkId).wake();
        return isKept;
      },
      async history(networkId) {
        const { blocks, transactions } = await sampleOf(networkId);
        return chainHistory(blocks, transactions);
      },
      loadTokenList: (address) => loadTokenList(chains, address),
      keepTokenListFile,
      notable: async (networkId) => notableTransactions((await sampleOf(networkId)).transactions),
    },
    async stop() {
      stopped.abort();
      for (const { index } of followed.values()) index.wake();
      await Promise.all([...followed.values()].map(({ ended }) => ended));
    },
  };
}
