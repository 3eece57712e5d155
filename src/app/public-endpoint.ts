/** Public endpoints are strangers: whoever made a file or a link must not choose that one is asked, and learns of it. */
import type { Network } from '../core/chain/network';
import type { RuntimeConfig } from '../core/config/runtime-config';
import { isLoopback } from '../core/values/loopback';
import { readEndpoints } from '../db/networks/endpoints';
import { listEndpoints } from './views/networks/endpoint-list';

/**
 * Returns the host of the public endpoint that a page of the network asks first; undefined where the reader or the deployment
 * names another, and where nobody is asked: an endpoint of this machine is no stranger, though it is bundled.
 */
export async function publicEndpointOf(config: RuntimeConfig, network: Network): Promise<string | undefined> {
  const kept = await readEndpoints(network.id).catch(() => []);
  const enabled = listEndpoints(network, config, kept).filter((endpoint) => endpoint.enabled);
  if (!enabled.every(({ origin }) => origin === 'public')) return undefined;
  return enabled.find(({ url }) => !isLoopback(url))?.name;
}
