/** HTTP requests, bounded in size and time. Nothing here throws. */

import { fail, ok, type Result } from '../core/values/result';
import { messageOf } from '../core/values/thrown';
import { BROKEN_OFF, harmlessRaw, NO_CONNECTION, type Problem } from './rpc/problem';

export type HttpOptions = {
  signal?: AbortSignal | undefined;
  /** Milliseconds until the answer must have begun, and, when it is read whole, ended. */
  timeout: number;
  /** Answers instead of `fetch`. */
  send?: Send | undefined;
};

/** What `fetch` does with a request. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

export type Opened = {
  response: Response;
  /** Ends the request. */
  abort: () => void;
};

/** Sends a request and waits for the head of the answer; the caller reads the body. No cookies, no referrer. */
export async function openRequest(
  url: string,
  init: RequestInit,
  options: HttpOptions,
): Promise<Result<Opened, Problem>> {
  const own = new AbortController();
  const timer = setTimeout(() => own.abort(new DOMException('', 'TimeoutError')), options.timeout);
  const signal = options.signal ? AbortSignal.any([own.signal, options.signal]) : own.signal;
  try {
    const { address, headers } = withCredentials(url);
    const response = await (options.send ?? fetch)(address, {
      ...init,
      headers: { ...(init.headers as Record<string, string> | undefined), ...headers },
      signal,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
    return ok({ response, abort: () => own.abort() });
  } catch (error) {
    return fail(problemOfThrown(error, signal, url));
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns a JSON-RPC request as HTTP carries it. It is not sent on to where an answer points: what is asked is for the
 * endpoint that was chosen, and nobody would hear of another.
 */
export function jsonPost(body: unknown): RequestInit {
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST', headers, body: JSON.stringify(body), redirect: 'manual' };
}

export type HttpAnswer = { status: number; headers: Headers; text: string; bytes: number };

/** Sends a request and reads the whole answer, at most `maxBytes`. */
export async function requestText(
  url: string,
  init: RequestInit,
  options: HttpOptions & { maxBytes: number },
): Promise<Result<HttpAnswer, Problem>> {
  const decoder = new TextDecoder();
  let text = '';
  const take = (chunk: Uint8Array) => {
    text += decoder.decode(chunk, { stream: true });
  };
  const answer = await requestWhole(url, init, options, take);
  return answer.ok ? ok({ ...answer.value, text: text + decoder.decode() }) : answer;
}

/** Does as `requestText`, for an answer that is no text. */
export async function requestBytes(
  url: string,
  init: RequestInit,
  options: HttpOptions & { maxBytes: number },
): Promise<Result<{ status: number; headers: Headers; bytes: Uint8Array }, Problem>> {
  const chunks: Uint8Array[] = [];
  const answer = await requestWhole(url, init, options, (chunk) => chunks.push(chunk));
  if (!answer.ok) return answer;
  const bytes = new Uint8Array(answer.value.bytes);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return ok({ ...answer.value, bytes });
}

async function requestWhole(
  url: string,
  init: RequestInit,
  options: HttpOptions & { maxBytes: number },
  take: (chunk: Uint8Array) => void,
): Promise<Result<Omit<HttpAnswer, 'text'>, Problem>> {
  const deadline = AbortSignal.timeout(options.timeout);
  const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline;
  const opened = await openRequest(url, init, { signal, timeout: options.timeout, send: options.send });
  if (!opened.ok) return opened;
  const { response, abort } = opened.value;
  try {
    const bytes = await readWhole(response, options.maxBytes, take);
    if (bytes !== undefined) return ok({ status: response.status, headers: response.headers, bytes });
    abort();
    return fail(tooLarge(options.maxBytes));
  } catch (error) {
    const problem = problemOfThrown(error, signal, url);
    // There was a connection: the answer had begun.
    return fail(problem.outcome === NO_CONNECTION ? { ...problem, outcome: BROKEN_OFF } : problem);
  }
}

export function tooLarge(maxBytes: number): Problem {
  return { code: 'tooLarge', outcome: `answer over ${maxBytes.toLocaleString('en')} bytes`, retry: false };
}

/**
 * Hands the chunks of the body to `take` and returns its number of bytes; undefined where there are more than
 * `maxBytes`.
 */
async function readWhole(
  response: Response,
  maxBytes: number,
  take: (chunk: Uint8Array) => void,
): Promise<number | undefined> {
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) return undefined;
  if (response.body === null) return 0;
  const reader = response.body.getReader();
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytes;
    bytes += value.byteLength;
    if (bytes > maxBytes) return undefined;
    take(value);
  }
}

/** Classifies a rejected `fetch` or read: aborted, out of time, or no connection. A page cannot tell the last from a missing CORS header. */
export function problemOfThrown(error: unknown, signal: AbortSignal, url: string): Problem {
  if (signal.aborted) {
    return isTimeout(signal.reason)
      ? { code: 'timeout', outcome: 'no answer in time', retry: false }
      : { code: 'cancelled', outcome: 'cancelled', retry: false };
  }
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
  const raw = harmlessRaw(`${messageOf(error)}${cause}`, url);
  return { code: 'endpointDown', outcome: NO_CONNECTION, retry: true, raw };
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

/** `fetch` refuses URLs with a user name and password; they travel as a header instead. */
function withCredentials(url: string): { address: string; headers: Record<string, string> } {
  const parsed = new URL(url);
  if (parsed.username === '' && parsed.password === '') return { address: url, headers: {} };
  const pair = `${decodeURIComponent(parsed.username)}:${decodeURIComponent(parsed.password)}`;
  parsed.username = '';
  parsed.password = '';
  return { address: parsed.href, headers: { authorization: `Basic ${btoa(pair)}` } };
}
