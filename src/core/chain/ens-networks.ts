/** Where names of the Ethereum Name Service are: the registry has one address on all networks that have it. */
import type { Address, NetworkId } from './primitives';

export const ENS_REGISTRY = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e' as Address;

/** Ethereum, Sepolia, Holesky, Hoodi. */
const ENS_NETWORKS: readonly number[] = [1, 11_155_111, 17_000, 560_048];

export function hasEns(networkId: NetworkId): boolean {
  return ENS_NETWORKS.includes(networkId);
}

/** Returns whether a text may be a name: labels with points between, and no digits of an address. */
export function looksLikeName(text: string): boolean {
  return /^[^\s./:@]+(\.[^\s./:@]+)*\.[a-z]{2,20}$/i.test(text) && text.length <= 255;
}
