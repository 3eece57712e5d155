/**
 * A viem client over an Rpc, so that viem's actions (`readContract`,
 * `getEnsName`, `multicall`, …) go through the same endpoints, limits and
 * metering. Import it where actions are used: it costs the start chunk 8 kB.
 */

import { unknown } from 'valibot';
import { BaseError, type Client, createClient, custom, RpcRequestError } from 'viem';
import type { Failure } from '../../core/failure';
import { isRevert } from './answers';
import type { Rpc } from './rpc';

/** Thrown into viem's actions when no endpoint answered; `failure` is for the reader. */
export class RpcFailureError extends BaseError {
  override readonly name = 'RpcFailureError';
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** Actions throw as viem documents: reverts as RpcRequestError with their data, all else as RpcFailureError. */
export function createViemClient(rpc: Rpc): Client {
  return createClient({
    transport: custom(
      {
        async request({ method, params }: { method: string; params?: readonly unknown[] }) {
          const answer = await rpc.request<unknown>(method, params ?? [], unknown(), {
            answerOfError: (error) =>
              isRevert(error)
                ? new RpcRequestError({ body: { method, params }, error, url: 'the endpoint' })
                : undefined,
          });
          if (!answer.ok) throw new RpcFailureError(answer.error);
          if (answer.value instanceof RpcRequestError) throw answer.value;
          return answer.value;
        },
      },
      // Retries are the Rpc's.
      { retryCount: 0 },
    ),
  });
}
