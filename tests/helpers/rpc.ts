import type { Endpoint } from '../../src/core/chain/network';
import type { NetworkId } from '../../src/core/chain/primitives';
import { createRpc, type Rpc, type RpcOptions } from '../../src/net/rpc/rpc';

/** Anvil's default chain id, as a network. */
export const ANVIL_NETWORK = 31337 as NetworkId;

/** Endpoints of a network, first tried first, named after their place: `first`, `second`, … */
export function endpointsOf(urls: readonly string[], networkId: NetworkId = ANVIL_NETWORK): Endpoint[] {
  const names = ['first', 'second', 'third', 'fourth'];
  return urls.map((url, priority) => ({
    networkId,
    url,
    name: names[priority] ?? `endpoint ${priority + 1}`,
    origin: 'reader',
    enabled: true,
    priority,
  }));
}

/** An Rpc over the given URLs. Pauses are short, so that tests of retries end soon; the time limit is a safety net. */
export function rpcOf(urls: readonly string[], options: Partial<RpcOptions> = {}): Rpc {
  const networkId = options.networkId ?? ANVIL_NETWORK;
  const { limits, ...rest } = options;
  return createRpc({
    networkId,
    endpoints: endpointsOf(urls, networkId),
    ...rest,
    limits: { backoff: 10, timeout: 60_000, ...limits },
  });
}
