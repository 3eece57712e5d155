/** The explorers that can be asked for lists of a network. */
import type { NetworkId } from '../../core/chain/primitives';
import { readPreference } from '../../db/reader/preferences';
import type { EtherscanAccess } from '../../net/providers/etherscan';
import type { Chains } from './chains';

/** `blockscout` is the address of its API, absent where the network has none; the key of `etherscan` is '' where the reader has none. */
export async function explorersOf(
  chains: Chains,
  networkId: NetworkId,
): Promise<{ blockscout: string | undefined; etherscan: EtherscanAccess }> {
  const [networks, etherscan] = await Promise.all([chains.networks(), readPreference('etherscan')]);
  const explorers = networks.find(({ id }) => id === networkId)?.explorers ?? [];
  const blockscout = explorers.find(({ name, url }) => /blockscout/i.test(`${name} ${url}`));
  return { blockscout: blockscout && new URL('/api/v2', blockscout.url).href, etherscan };
}
