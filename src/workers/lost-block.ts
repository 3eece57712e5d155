/** Which blocks that cannot be read are not asked for any more. */
import type { Failure } from '../core/failure';
import { failsAnyRequest } from '../net/rpc/endpoint-failures';

/** Blocks below the head. An endpoint that lags, or a reorganisation, has passed so far down. */
const SETTLED = 16;

/** Whether the failure of a question for blocks may be one of the blocks: the endpoints are there, and refuse an answer. */
export function mayBeOfBlock(error: Failure): boolean {
  return error.code !== 'timeout' && !failsAnyRequest(error);
}

/** Whether a block `depth` blocks below the head failed for a reason of its own, and not of the endpoint or the moment. */
export function isLostBlock(error: Failure, depth: number): boolean {
  return depth >= SETTLED && mayBeOfBlock(error);
}
