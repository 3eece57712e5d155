/** Whether asking often costs little: an endpoint on this machine, or one that answers as quickly. */
import { isLoopback } from '../../core/loopback';
import type { KnownEndpoint } from './chains';

/** Of a round trip to a near endpoint, milliseconds. */
const NEAR = 10;

/** Of the endpoint that is asked first: by the round trip that a probe measured, else by its host. False of none. */
export function isNear([first]: readonly KnownEndpoint[]): boolean {
  if (first === undefined) return false;
  return first.capabilities === undefined ? isLoopback(first.url) : first.capabilities.latency <= NEAR;
}
