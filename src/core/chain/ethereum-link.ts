/**
 * Links that name something of a chain without naming an explorer: `ethereum:` as ERC-681 writes it, and the same under
 * `web+ethereum:`, the form that a web app may be registered for. Besides accounts they may name transactions and blocks,
 * as the paths of explorers do: `web+ethereum:tx/0x…@1`.
 */
import type { NetworkId } from './primitives';

/** `text` is what the search takes: an address as it is written, a hash, a number of a block. */
export type EthereumLink = { text: string; networkId?: NetworkId };

const LINK =
  /^(?:web\+)?ethereum:(?:\/\/)?(?:pay-)?(?:(?:tx|transaction|address|account|wallet|contract|token|block)\/)?(0x[0-9a-f]{40}|0x[0-9a-f]{64}|\d{1,15})(?:@(\d{1,15}|0x[0-9a-f]{1,12}))?(?:[/?#].*)?$/i;

/** Parses a link of ERC-681; undefined where the text is no such link. A function and its arguments, which ERC-681 has after the address, are left out. */
export function parseEthereumLink(text: string): EthereumLink | undefined {
  const [, named, chain] = LINK.exec(text.trim().slice(0, 2_000)) ?? [];
  if (named === undefined) return undefined;
  const id = Number(chain);
  return { text: named, ...(Number.isSafeInteger(id) && id > 0 ? { networkId: id as NetworkId } : {}) };
}
