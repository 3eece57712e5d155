/** What the price service calls chains, by chain id (DefiLlama's documentation). */
import type { NetworkId } from '../chain/primitives';
import { DEFAULT_PRICE_SOURCE } from './runtime-config';

const NAMES: Readonly<Record<number, string>> = {
  1: 'ethereum',
  10: 'optimism',
  25: 'cronos',
  56: 'bsc',
  100: 'xdai',
  137: 'polygon',
  250: 'fantom',
  324: 'era',
  1101: 'polygon_zkevm',
  1284: 'moonbeam',
  1285: 'moonriver',
  5000: 'mantle',
  8453: 'base',
  42161: 'arbitrum',
  42220: 'celo',
  43114: 'avax',
  59144: 'linea',
  81457: 'blast',
  534352: 'scroll',
};

/**
 * Returns the name of a chain at the price service. Undefined for chains that the service at `source` has no prices
 * of, test networks among them. A service of the deployment's own may know chains that the public one does not: it
 * is asked by their ids.
 */
export function priceChainOf(networkId: NetworkId, source: string): string | undefined {
  return NAMES[networkId] ?? (source === DEFAULT_PRICE_SOURCE ? undefined : String(networkId));
}
