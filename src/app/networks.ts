/**
 * Networks and paths: `/{networkRoute}/…` in the workbench, no segment in the
 * explorer variant. The route falls back to the chain id, aliases lead to the
 * canonical route.
 */
import type { Network } from '../core/chain/network';
import type { RuntimeConfig } from '../core/config/runtime-config';

/** Returns the first path segment of the network's pages; none in the explorer variant. */
export function segmentOf(config: RuntimeConfig, network: Network): string | undefined {
  return config.variant === 'explorer' ? undefined : network.route;
}

/** Returns networks in the order in which a reader looks for them: their own and configured ones first, then as sorted, test networks last. */
export function listedNetworks(networks: readonly Network[], first: ReadonlySet<number>): readonly Network[] {
  const rank = (network: Network) => (first.has(network.id) ? 0 : network.testnet ? 2 : 1);
  return networks
    .filter((network) => first.has(network.id) || !(network.hidden || network.deprecated || network.excluded))
    .sort((a, b) => rank(a) - rank(b) || a.sortOrder - b.sortOrder || a.name.localeCompare(b.name));
}
