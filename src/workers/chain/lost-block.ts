/** Which blocks that cannot be read are not asked for any more. */
import type { Failure } from '../../core/values/failure';
import { mayPass } from '../../net/rpc/endpoint-failures';

/** Blocks below the head. An endpoint that lags, or a reorganisation, has passed so far down. */
const SETTLED = 16;

/** Returns whether a block `depth` blocks below the head failed for a reason of its own, and not of the endpoint or the moment. */
export function isLostBlock(error: Failure, depth: number): boolean {
  return depth >= SETTLED && !mayPass(error);
}
