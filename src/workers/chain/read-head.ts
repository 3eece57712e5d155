/** The newest block of a chain, and how its endpoint fares. */
import type { Endpoint } from '../../core/chain/network';
import type { NetworkId } from '../../core/chain/primitives';
import { type Failure, failure } from '../../core/failure';
import { fail, ok, type Result } from '../../core/result';
import { fetchHead } from '../../net/chain-reader';
import { createRpc, type Rpc } from '../../net/rpc/rpc';
import type { Head } from './chain.api';
import type { Chains } from './chains';

/** Milliseconds for an endpoint that is asked by itself: one that takes longer serves nobody. */
const TIMEOUT = 10_000;

/** The newest block as the endpoint states it that the chain's calls go to, or as the endpoint with this URL does. */
export async function readHead(chains: Chains, networkId: NetworkId, url?: string): Promise<Result<Head, Failure>> {
  if (url !== undefined && !/^https?:\/\//.test(url)) {
    return fail(failure('unsupported', 'The URL of an endpoint starts with http:// or https://.'));
  }
  const rpc = url === undefined ? await chains.rpc(networkId) : await rpcOfOne(chains, networkId, url);
  const answered = await fetchHead(rpc);
  if (!answered.ok) return answered;
  const { blockNumber, endpoint, milliseconds } = answered.value;
  const until = rpc.status().find(({ name }) => name === endpoint)?.rateLimitedUntil;
  return ok({
    blockNumber,
    latency: milliseconds,
    endpoint,
    ...(until === undefined ? {} : { rateLimitedUntil: until }),
  });
}

async function rpcOfOne(chains: Chains, networkId: NetworkId, url: string): Promise<Rpc> {
  const { states, meter } = chains;
  const known = (await chains.endpoints(networkId)).find((each) => each.url === url);
  const name = URL.canParse(url) ? new URL(url).host : url;
  const stranger: Endpoint = { networkId, url, name, origin: 'reader', enabled: true, priority: 0 };
  return createRpc({
    networkId,
    states,
    meter,
    endpoints: [known ?? stranger],
    limits: { rounds: 1, timeout: TIMEOUT },
  });
}
