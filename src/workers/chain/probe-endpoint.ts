/** Finds out what an endpoint really answers, and keeps that with the endpoint where it is one of the network's. */
import type { Capabilities, Endpoint } from '../../core/chain/network';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import { readEndpoints, saveCapabilities } from '../../db/networks/endpoints';
import { probeEndpoint } from '../../net/probe';
import type { Chains } from './chains';

export async function probe(
  chains: Chains,
  endpoint: Pick<Endpoint, 'networkId' | 'url'>,
  signal: AbortSignal,
): Promise<Result<Capabilities, Failure>> {
  const probed = await probeEndpoint(endpoint, { signal, meter: chains.meter, states: chains.states });
  if (!probed.ok) return probed;
  const [known, saved] = await Promise.all([chains.endpoints(endpoint.networkId), readEndpoints(endpoint.networkId)]);
  const kept = [...known, ...saved].find(({ url }) => url === endpoint.url);
  if (kept !== undefined) await saveCapabilities(kept, probed.value);
  return probed;
}
