import type { OpenLocalNetworks } from '../chain/chains';

/** Loads what runs virtual networks, for the first that is asked for. */
export const openVirtualNetworks: OpenLocalNetworks = async (chains, peers) => {
  const { VirtualNetworks } = await import('./virtual-networks');
  return new VirtualNetworks(chains, peers);
};
