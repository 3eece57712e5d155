/** Public endpoints are strangers: whoever made a file or a link must not choose that one is asked, and learns of it. */
import type { Network } from '../core/chain/network';
import type { RuntimeConfig } from '../core/config/runtime-config';
import { readEndpoints } from '../db/endpoints';
import { listEndpoints } from './views/networks/endpoint-list';

/**
 * Returns the host of the public endpoint that a page of the network asks first; undefined where the reader or the deployment
 * names another, and where nobody is asked.
 */
export async function publicEndpointOf(config: RuntimeConfig, network: Network): Promise<string | undefined> {
  const kept = await readEndpoints(network.id).catch(() => []);
  const enabled = listEndpoints(network, config, kept).filter((endpoint) => endpoint.enabled);
  return enabled.every(({ origin }) => origin === 'public') ? enabled[0]?.name : undefined;
}
