/** One HTTP request with a JSON-RPC body, bounded in size and time. */
import { fail, ok, type Result } from '../../core/result';
import { harmlessRaw, type Problem } from './problem';

export type PostOptions = {
  signal?: AbortSignal | undefined;
  /** Milliseconds until the answer must have begun, and, for `post`, ended. */
  timeout: number;
};

export type Posted = { response: Response; abort: () => void };

/**
 * Sends `body` and waits for the head of the answer. The caller reads the
 * body; `abort` ends the request. Never throws.
 */
export async function openPost(url: string, body: string, options: PostOptions): Promise<Result<Posted, Problem>> {
  const own = new AbortController();
  const timer = setTimeout(() => own.abort(new DOMException('', 'TimeoutError')), options.timeout);
  const signal = options.signal ? AbortSignal.any([own.signal, options.signal]) : own.signal;
  try {
    const { address, headers } = withCredentials(url);
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
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

export type HttpAnswer = { status: number; headers: Headers; text: string; bytes: number };

/** Sends `body` and reads the whole answer, at most `maxBytes`. Never throws. */
export async function post(
  url: string,
  body: string,
  options: PostOptions & { maxBytes: number },
): Promise<Result<HttpAnswer, Problem>> {
  const deadline = AbortSignal.timeout(options.timeout);
  const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline;
  const opened = await openPost(url, body, { signal, timeout: options.timeout });
  if (!opened.ok) return opened;
  const { response, abort } = opened.value;
  try {
    const read = await readText(response, options.maxBytes);
    if (read === undefined) {
      abort();
      return fail({
        code: 'tooLarge',
        outcome: `answer over ${options.maxBytes.toLocaleString('en')} bytes`,
        retry: false,
      });
    }
    return ok({ status: response.status, headers: response.headers, ...read });
  } catch (error) {
    return fail(problemOfThrown(error, signal, url));
  }
}

async function readText(response: Response, maxBytes: number): Promise<{ text: string; bytes: number } | undefined> {
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) return undefined;
  if (response.body === null) return { text: '', bytes: 0 };
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), bytes };
    bytes += value.byteLength;
    if (bytes > maxBytes) return undefined;
    text += decoder.decode(value, { stream: true });
  }
}

/** A rejected `fetch` or read: aborted, out of time, or no connection. A page cannot tell the last from a missing CORS header. */
export function problemOfThrown(error: unknown, signal: AbortSignal, url: string): Problem {
  if (signal.aborted) {
    return isTimeout(signal.reason)
      ? { code: 'timeout', outcome: 'no answer in time', retry: false }
      : { code: 'cancelled', outcome: 'cancelled', retry: false };
  }
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
  const raw = harmlessRaw(`${error instanceof Error ? error.message : String(error)}${cause}`, url);
  return { code: 'endpointDown', outcome: 'no connection', retry: true, raw };
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
