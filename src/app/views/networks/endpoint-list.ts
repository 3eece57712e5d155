/** The endpoints of a network as the settings show them, in the order the engine tries them. */
import type { Capabilities, Endpoint, Network } from '../../../core/chain/network';
import type { RuntimeConfig } from '../../../core/config/runtime-config';
import type { KeptEndpoint } from '../../../db/rows/endpoint-row';

export type ListedEndpoint = Endpoint & { capabilities?: Capabilities };

/** First priority of what came with the app; the reader's own start below it, so they are tried first. */
const GIVEN = 100;

/** Returns configured, public and the reader's own endpoints, first tried first, with what was probed and changed of each. */
export function listEndpoints(
  network: Network,
  config: RuntimeConfig,
  kept: readonly KeptEndpoint[],
): readonly ListedEndpoint[] {
  const origin = config.networks.some(({ id }) => id === network.id) ? 'config' : 'public';
  const given = network.rpcUrls.map((url, index): ListedEndpoint => {
    const row = kept.find((candidate) => candidate.url === url && candidate.origin === origin);
    return {
      networkId: network.id,
      url,
      name: endpointName(url),
      origin,
      enabled: row?.enabled ?? true,
      // A row may have been kept for what was found of the endpoint: then the list's order counts.
      priority: row !== undefined && row.priority < GIVEN ? row.priority : GIVEN + index,
      ...(row?.capabilities && { capabilities: row.capabilities }),
    };
  });
  const own = kept.filter((row) => row.origin === 'reader' && row.networkId === network.id);
  return [...own, ...given].sort((a, b) => a.priority - b.priority);
}

/** Returns the host of a URL: what an endpoint is called, never a key in its path. */
export function endpointName(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return 'endpoint';
  }
}

/** Returns a sentence on what is wrong with a URL for an endpoint; undefined when nothing is. */
export function endpointProblem(url: string, taken: readonly { url: string }[]): string | undefined {
  if (url.trim() === '') return 'Give the address of a JSON-RPC endpoint, such as http://127.0.0.1:8545.';
  let parsed: URL;
  try {
    parsed = new URL(url.trim());
  } catch {
    return 'This is not a URL. A URL starts with http:// or https://.';
  }
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return 'Only http:// and https:// are supported.';
  if (taken.some((other) => other.url === url.trim())) return 'This endpoint is in the list already.';
  return undefined;
}

/** Returns the endpoints with the one at `from` moved to `to`, priorities counted anew. */
export function reorderEndpoints(
  endpoints: readonly ListedEndpoint[],
  from: number,
  to: number,
): readonly ListedEndpoint[] {
  const order = [...endpoints];
  const moved = order.splice(from, 1);
  order.splice(to, 0, ...moved);
  return order.map((endpoint, index) => ({ ...endpoint, priority: index }));
}
