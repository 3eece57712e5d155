/** Why a transaction has no view of some kind, in words for the reader. */
import { hasGasProfile, isZkNetwork } from '../../../core/chain/special-networks';
import type { Network } from '../../../core/chain/network';
import type { NetworkId } from '../../../core/chain/primitives';

/** Returns why a transaction cannot be debugged; undefined when it can. */
export function whyNoDebugger(id: NetworkId): string | undefined {
  return isZkNetwork(id) ? 'Debugger is not available yet due to limited support for ZK networks.' : undefined;
}

/** Returns why a transaction has no gas profile: some networks, or their older blocks, metered gas differently. */
export function whyNoGasProfile(network: Network, blockNumber: number | undefined): string | undefined {
  if (blockNumber === undefined || hasGasProfile(network.id, blockNumber)) return undefined;
  return `The gas profiler is not available for this block: ${network.name} metered gas differently then.`;
}
