/** The newest block of a chain, and how its endpoint fares. */
import type { NetworkId } from '../../core/chain/primitives';
import type { Failure } from '../../core/failure';
import { ok, type Result } from '../../core/result';
import { fetchHead } from '../../net/chain-reader';
import type { Head } from './chain.api';
import type { Chains } from './chains';

export async function readHead(chains: Chains, networkId: NetworkId): Promise<Result<Head, Failure>> {
  const rpc = await chains.rpc(networkId);
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
