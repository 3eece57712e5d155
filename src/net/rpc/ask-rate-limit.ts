/** Asks an endpoint for its chain, to read what the answer's headers say of its rate limit. */

import { readStatedLimit, type StatedLimit } from '../../core/usage/rate-limit-headers';
import type { Failure } from '../../core/values/failure';
import { failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { jsonPost, openRequest } from '../http';

/** Milliseconds. */
const TIMEOUT = 10_000;
const QUESTION = { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] };

/** Fetches the limit that an endpoint states; undefined where it states none, or does not expose the headers to pages. A refusal states it, too. */
export async function fetchStatedLimit(
  url: string,
  signal: AbortSignal,
): Promise<Result<StatedLimit | undefined, Failure>> {
  const opened = await openRequest(url, jsonPost(QUESTION), { signal, timeout: TIMEOUT });
  if (!opened.ok) return fail(failure('endpointDown', 'The endpoint could not be asked for its limits.'));
  const { response, abort } = opened.value;
  const { headers } = response;
  abort();
  return ok(readStatedLimit((name) => headers.get(name)));
}
