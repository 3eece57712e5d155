/** One question to an endpoint that belongs to no network here, such as those that forks of tests ask. */

import { isFields, parseJson } from '../core/values/json-fields';
import { fail, ok, type Result } from '../core/values/result';
import { jsonPost, requestText } from './http';
import { readRedirect } from './rpc/classify';

/** Milliseconds for an answer. */
const TIMEOUT = 30_000;
const MAX_BYTES = 64_000_000;

/** Sends one JSON-RPC call and returns its result. The error is one sentence that names the endpoint without its path, where keys stand. */
export async function askEndpoint(
  url: string,
  method: string,
  params: readonly unknown[],
  signal?: AbortSignal,
): Promise<Result<unknown, string>> {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol))
    return fail(`${parsed?.origin ?? 'This endpoint'} is not asked: forks need an http or https address.`);
  const init = jsonPost({ jsonrpc: '2.0', id: 1, method, params });
  const sent = await requestText(url, init, { timeout: TIMEOUT, maxBytes: MAX_BYTES, signal });
  if (!sent.ok) return fail(`${parsed.host} did not answer ${method}: ${sent.error.outcome}.`);
  const place = readRedirect(sent.value.status, sent.value.headers, url);
  if (place !== undefined) return fail(`${parsed.host} redirects to ${place}, which is not asked.`);
  const answer = parseJson(sent.value.text);
  const refusal = isFields(answer) ? answer.error : undefined;
  if (isFields(refusal)) return fail(`${parsed.host} refused ${method}: ${String(refusal.message).slice(0, 300)}`);
  if (!isFields(answer) || !('result' in answer)) return fail(`${parsed.host} answered ${method} with no JSON-RPC.`);
  return ok(answer.result);
}
