/**
 * One request to a hosted API: the token as bearer, a new one kept from the answer, the limit it states, and what came of
 * it as a value or a failure.
 */
import { nullish, object, safeParse, string, union } from 'valibot';
import { type HostedAccess, isBearerToken, type TokenKeeper } from '../../../core/hosted/hosted-access';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, type Result } from '../../../core/values/result';
import { type HttpAnswer, requestText } from '../../http';
import { problemOfStatus } from '../../rpc/classify';
import { failureOfProvider, readJson } from '../fetch-json';
import type { HostedRequest } from './routes';

export type HostOptions = {
  signal: AbortSignal;
  /** Keeps tokens of hosts. Where it is undefined, tokens that a host gives are lost, and none is sent. */
  tokens: TokenKeeper | undefined;
  /** Milliseconds until the answer is whole. */
  timeout?: number;
};

/** Sources of one transaction's contracts are the largest answers. */
const MAX_BYTES = 80 * 1024 * 1024;
/** Verification compiles before it answers. */
const TIMEOUT = 60_000;

/** When the limit of a host ends, ms since the epoch, by its URL. Another answer of it ends that sooner. */
const limitEnds = new Map<string, number>();

/**
 * Returns the JSON of the answer; undefined for 404, which means that the thing is not known there. A 401 with a new
 * token is asked once more with it: nothing was done then, whatever the method. A host whose limit is reached is
 * left alone until it ends.
 */
export async function askHost(
  access: HostedAccess,
  request: HostedRequest,
  options: HostOptions,
): Promise<Result<unknown, Failure>> {
  const limited = limitEnds.get(access.url);
  if (limited !== undefined && limited > Date.now()) return fail(limitReached(access, request, limited));
  const token = await options.tokens?.(access.url);
  const first = await send(access, request, token, options);
  if (!first.ok) return first;
  const fresh = await keepToken(access, first.value.headers, options.tokens);
  if (first.value.status !== 401 || fresh === undefined || fresh === token) {
    return read(access, request, first.value);
  }
  const second = await send(access, request, fresh, options);
  if (!second.ok) return second;
  await keepToken(access, second.value.headers, options.tokens);
  return read(access, request, second.value);
}

/** Returns the address of a request at a host. */
export function hostedUrl({ url }: HostedAccess, { path, query }: HostedRequest): string {
  const whole = new URL(`${url.replace(/[?#].*$/, '').replace(/\/+$/, '')}/api/v1${path}`);
  for (const [name, value] of Object.entries(query ?? {})) whole.searchParams.set(name, value);
  return whole.href;
}

async function send(
  access: HostedAccess,
  request: HostedRequest,
  token: string | undefined,
  { signal, timeout = TIMEOUT }: HostOptions,
): Promise<Result<HttpAnswer, Failure>> {
  if (!URL.canParse(access.url)) return fail(failure('noEndpoint', `The address of ${access.name} is no URL.`));
  const headers: Record<string, string> = { accept: 'application/json' };
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  if (request.body !== undefined) headers['content-type'] = 'application/json';
  const body = request.body === undefined ? {} : { body: JSON.stringify(request.body) };
  const init = { method: request.method, headers, ...body };
  const answer = await requestText(hostedUrl(access, request), init, { signal, timeout, maxBytes: MAX_BYTES });
  if (answer.ok) return answer;
  return fail(withType(failureOfProvider(access.name, answer.error), request));
}

async function keepToken(
  { url, tokenHeader }: HostedAccess,
  headers: Headers,
  tokens: TokenKeeper | undefined,
): Promise<string | undefined> {
  const fresh = headers.get(tokenHeader)?.replace(/^Bearer\s+/i, '');
  if (!fresh || !isBearerToken(fresh)) return undefined;
  return tokens?.(url, fresh);
}

function read(access: HostedAccess, request: HostedRequest, answer: HttpAnswer): Result<unknown, Failure> {
  const { name, url } = access;
  const { status, headers } = answer;
  if (status === 429) {
    const { retryAt } = problemOfStatus(status, headers, '', url, Date.now());
    if (retryAt !== undefined) limitEnds.set(url, retryAt);
    return fail(limitReached(access, request, retryAt));
  }
  limitEnds.delete(url);
  const value = readJson(access, answer, wordsOf);
  if (value.ok) return value;
  const failed = withType(value.error, request);
  if (status !== 401 && status !== 403) return fail(failed);
  const refused =
    status === 401
      ? `${name} wants an access token, or does not accept the one it was given. Enter one among the networks.`
      : `${name} does not allow this with the access token it was given.`;
  return fail({ ...failed, message: refused });
}

const errorSchema = object({
  error: nullish(union([string(), object({ message: string() })])),
  message: nullish(string()),
});

/** Returns the error message in the answer of a host. */
function wordsOf(value: unknown): string | undefined {
  const parsed = safeParse(errorSchema, value);
  if (!parsed.success) return undefined;
  const { error, message } = parsed.output;
  return (typeof error === 'string' ? error : error?.message) ?? message ?? undefined;
}

function limitReached({ name }: HostedAccess, request: HostedRequest, retryAt: number | undefined): Failure {
  const problem = { code: 'rateLimited' as const, outcome: 'HTTP 429', retry: true };
  return withType(failureOfProvider(name, retryAt === undefined ? problem : { ...problem, retryAt }), request);
}

/** Adds the error type of the interface to each attempt: `cancel`, `api_error` where the host answered, else `error`. */
export function withType(failed: Failure, { path }: HostedRequest): Failure {
  const attempts = failed.attempts.map((attempt) => {
    const answered = /^HTTP |another shape/.test(attempt.outcome);
    const type = failed.code === 'cancelled' ? 'cancel' : answered ? 'api_error' : 'error';
    return { ...attempt, method: path, outcome: `${type}: ${attempt.outcome}` };
  });
  return { ...failed, attempts };
}
