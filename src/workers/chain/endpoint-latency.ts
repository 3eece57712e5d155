/** Whether asking often costs little: an endpoint on this machine, or one that answers as quickly. */
import { isLoopback } from '../../core/values/loopback';
import type { KnownEndpoint } from './chains';

/** A round trip to a near endpoint takes at most this long, milliseconds. */
const NEAR = 10;

/**
 * Returns whether the endpoint that is asked first is near: by the round trip that a probe measured, else by its
 * host. False where there is no endpoint.
 */
export function isNear([first]: readonly KnownEndpoint[]): boolean {
  if (first === undefined) return false;
  return first.capabilities === undefined ? isLoopback(first.url) : first.capabilities.latency <= NEAR;
}
