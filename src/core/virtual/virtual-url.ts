/** How a virtual network is told from others: by its endpoint, which leads into this browser and not to a server. */
import type { Network } from '../chain/network';
import type { NetworkId } from '../chain/primitives';

const BEFORE = 'virtual://localhost/';

/** Returns the URL of the network's only endpoint. It counts as one of this machine. */
export function virtualUrl(id: NetworkId): string {
  return `${BEFORE}${id}`;
}

/** Returns whether a URL is of a virtual network in this browser. */
export function isVirtualUrl(url: string): boolean {
  return url.startsWith(BEFORE);
}

/** Returns the network that a URL leads to; undefined for the URL of a server. */
export function virtualIdOf(url: string): NetworkId | undefined {
  const digits = isVirtualUrl(url) ? url.slice(BEFORE.length) : '';
  return /^\d{1,15}$/.test(digits) ? (Number(digits) as NetworkId) : undefined;
}

/** Returns whether the network lives in this browser. */
export function isVirtual({ chainConfig }: Pick<Network, 'chainConfig'>): boolean {
  return chainConfig.virtual === true;
}
