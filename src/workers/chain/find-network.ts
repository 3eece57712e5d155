import type { Network } from '../../core/chain/network';
import type { NetworkId } from '../../core/chain/primitives';
import type { Chains } from './chains';

/** Returns the network with its name. The generated list of all networks is large, and read only for one that is not configured. */
export async function networkOf(chains: Chains, networkId: NetworkId): Promise<Pick<Network, 'id' | 'name'>> {
  const { networks } = await chains.config();
  const configured = networks.find(({ id, isBare }) => id === networkId && !isBare);
  const known = configured ?? (await chains.networks()).find(({ id }) => id === networkId);
  return known ?? { id: networkId, name: `chain ${networkId}` };
}
