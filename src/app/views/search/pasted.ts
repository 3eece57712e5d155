/**
 * What readers paste: a hash with white space in it, a link of another
 * explorer, a link of this one, an `ethereum:` link of a wallet.
 */
import { parseEthereumLink } from '../../../core/chain/ethereum-link';
import { findNetwork, type Network } from '../../../core/chain/network';
import type { NetworkId } from '../../../core/chain/primitives';

export type Pasted = {
  /** What to look for, ready for classifyQuery. */
  text: string;
  /** Host of the explorer the link came from. */
  host?: string;
  /** First segment of the link's path, before what it names: in links of this app, the network. */
  segment?: string;
  /** The chain that the link names. */
  networkId?: NetworkId;
};

const MAX = 2_000; // characters of a pasted text that are looked at
const PATHS = /\/(?:tx|transaction|address|account|wallet|contract|token|block|blocks)\/(0x[0-9a-f]+|\d+)/i;
const SEGMENT = /^\/([^/]+)\/[a-z]+\/[^/]/i;

/** Returns the interesting part of a pasted text; other texts come back trimmed. */
export function parsePasted(text: string): Pasted {
  const trimmed = text.slice(0, MAX).trim();
  const named = parseEthereumLink(trimmed);
  if (named !== undefined) return named;
  const link = parseUrl(trimmed);
  if (link) {
    const found = PATHS.exec(link.pathname + link.hash)?.[1];
    const segment = SEGMENT.exec(link.pathname)?.[1];
    if (found !== undefined) return { text: found, host: link.host, ...(segment !== undefined && { segment }) };
  }
  // `#90` and `Block 90`, as pages name a block.
  const joined = trimmed.replace(/^(?:block\s*)?#?(?=\s*(?:\d|0x))/i, '').replace(/\s+/g, '');
  // Terminals and PDFs break long hex over lines; a block number may be grouped by blanks.
  return { text: /^(0x[0-9a-f]*|[\d,_]+)$/i.test(joined) ? joined : trimmed };
}

/** Returns the network of a link: of one of this app, which is at `ownHost`, by its path; of others by whose explorer has their host. */
export function networkOfLink(
  networks: readonly Network[],
  { host, segment }: Pasted,
  ownHost: string,
): Network | undefined {
  if (host === undefined) return undefined;
  const own = host === ownHost && segment !== undefined ? findNetwork(networks, segment) : undefined;
  return own ?? networks.find(({ explorers }) => explorers.some(({ url }) => parseUrl(url)?.host === host));
}

function parseUrl(text: string): URL | undefined {
  if (!/^https?:\/\//i.test(text)) return undefined;
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
