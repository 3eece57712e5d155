/** The rate limit that an endpoint of a network states. A network that lives here has none. */
import type { NetworkId } from '../../core/chain/primitives';
import type { StatedLimit } from '../../core/usage/rate-limit-headers';
import type { Failure } from '../../core/values/failure';
import { ok, type Result } from '../../core/values/result';
import { isVirtualUrl } from '../../core/virtual/virtual-url';
import { fetchStatedLimit } from '../../net/rpc/ask-rate-limit';
import type { Chains } from './chains';

/** Asks the endpoint for its limit; undefined where it states none, or no endpoint has the name any more. */
export async function askStatedLimit(
  chains: Chains,
  networkId: NetworkId,
  name: string,
  signal: AbortSignal,
): Promise<Result<StatedLimit | undefined, Failure>> {
  const endpoint = (await chains.endpoints(networkId)).find((each) => each.name === name);
  if (endpoint === undefined || isVirtualUrl(endpoint.url)) return ok(undefined);
  return fetchStatedLimit(endpoint.url, signal);
}
