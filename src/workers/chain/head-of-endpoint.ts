import type { Endpoint } from '../../core/chain/network';
import type { NetworkId } from '../../core/chain/primitives';
import { type Failure, failure } from '../../core/values/failure';
import { fail, type Result } from '../../core/values/result';
import { createRpc } from '../../net/rpc/rpc';
import type { Head } from './chain.api';
import type { Chains } from './chains';
import { readHead } from './read-head';

/** Milliseconds for an endpoint that is asked by itself: one that takes longer serves nobody. */
const TIMEOUT = 10_000;

/** Asks the endpoint with this URL alone, once, for its newest block; the network need not have it. Fails with `unsupported` where the URL is none of HTTP. */
export async function headOfEndpoint(
  chains: Chains,
  networkId: NetworkId,
  url: string,
): Promise<Result<Head, Failure>> {
  if (!/^https?:\/\//.test(url)) {
    return fail(failure('unsupported', 'The URL of an endpoint starts with http:// or https://.'));
  }
  const { states, meter } = chains;
  const known = (await chains.endpoints(networkId)).find((each) => each.url === url);
  const name = URL.canParse(url) ? new URL(url).host : url;
  const stranger: Endpoint = { networkId, url, name, origin: 'reader', enabled: true, priority: 0 };
  return readHead(
    createRpc({
      networkId,
      states,
      meter,
      endpoints: [known ?? stranger],
      limits: { rounds: 1, timeout: TIMEOUT },
    }),
  );
}
