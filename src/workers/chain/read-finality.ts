/** How far a chain is final, as its endpoint says. */
import type { NetworkId } from '../../core/chain/primitives';
import { fetchBlock } from '../../net/chain-reader';
import type { Finality } from './chain.api';
import type { Chains } from './chains';

/**
 * Fetches the finalized and the safe block. A number is absent where the endpoint does not state it: not every chain
 * has such blocks, and not every node knows the words.
 */
export async function readFinality(chains: Chains, networkId: NetworkId): Promise<Finality> {
  const rpc = (await chains.rpc(networkId)).lane('next');
  const [finalized, safe] = await Promise.all([fetchBlock(rpc, 'finalized'), fetchBlock(rpc, 'safe')]);
  const finality: Finality = {};
  if (finalized.ok && finalized.value.number !== undefined) finality.finalized = finalized.value.number;
  if (safe.ok && safe.value.number !== undefined) finality.safe = safe.value.number;
  return finality;
}
