import type { Failure } from '../../core/values/failure';
import { ok, type Result } from '../../core/values/result';
import { fetchHead } from '../../net/chain-reader';
import type { Rpc } from '../../net/rpc/rpc';
import type { Head } from './chain.api';

/** Reads the newest block as an endpoint states it, and how that endpoint fares. */
export async function readHead(rpc: Rpc): Promise<Result<Head, Failure>> {
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
