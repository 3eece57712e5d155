import { type L1Finality, l1FinalityOf } from '../core/chain/l1-finality';
import type { Network } from '../core/chain/network';
import { isRollup } from '../core/evm/families/find-family';
import { useHead } from './chain-head';
import { useLoaded } from './use-loaded';
import { useChainApi } from './wiring';

/** Returns the words for a block of a rollup; undefined until they are known, where the endpoint does not state it, and on every other chain. */
export function useL1Finality(network: Network, block: number | undefined): L1Finality | undefined {
  const chain = useChainApi();
  const asked = block !== undefined && isRollup(network);
  const head = useHead(asked ? network.id : undefined);
  const finality = useLoaded(asked ? `finality ${network.id}` : undefined, () => chain.finality(network.id), {
    version: head?.ok ? head.value.blockNumber : undefined,
  });
  return asked && finality ? l1FinalityOf(block, finality) : undefined;
}
