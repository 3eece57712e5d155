import { useEffect } from 'react';
import type { Network } from '../../../core/chain/network';
import { useHead } from '../../chain-head';
import type { ChainIndex } from '../../use-chain-index';
import { newJobId } from '../../use-question';
import { useWiring } from '../../wiring';

/** Newest blocks that are read where there is no index, so that the list is not empty. */
const SEEN = 3;

/**
 * Has the newest blocks read where the chain is not indexed, or its index has not looked at the head yet. Their
 * transactions are then among those that were seen.
 */
export function useSeenHead(network: Network, { state, progress }: ChainIndex): void {
  const isWanted = state === 'off' || (state === 'filling' && progress?.head === undefined);
  const { chain } = useWiring().workers;
  const head = useHead(isWanted ? network.id : undefined);
  const number = head?.ok ? head.value.blockNumber : undefined;
  useEffect(() => {
    if (!isWanted || number === undefined) return;
    const jobs = Array.from({ length: Math.min(SEEN, number + 1) }, (_, back) => {
      const job = newJobId();
      // What fails is missing in the list, which says that it is not whole.
      chain.loadBlock(job, network.id, number - back, false).catch(() => {});
      return job;
    });
    return () => {
      for (const job of jobs) chain.cancel(job).catch(() => {});
    };
  }, [chain, network.id, number, isWanted]);
}
