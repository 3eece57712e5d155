/** The body of one call as a stream of bytes. */
import { type Failure, failure } from '../../core/values/failure';
import { parseJson } from '../../core/values/json-fields';
import { fail, ok, type Result } from '../../core/values/result';
import { jsonPost, type Opened, openRequest, problemOfThrown, tooLarge } from '../http';
import { onAbort } from './abort';
import { readAnswer } from './answers';
import type { EndpointClient } from './endpoint';
import type { Lane } from './lanes';
import type { RpcLimits } from './limits';
import { badAnswer, CANCELLED, type Problem } from './problem';

export type StreamOptions = {
  signal?: AbortSignal | undefined;
  /** Milliseconds until the answer begins. */
  timeout?: number;
  /** Bytes; past them reading the chunks throws code `tooLarge`. */
  maxBytes?: number;
};

export type RpcStream = {
  /**
   * The whole body, from its first byte, once. Reading throws an RpcStreamError
   * when the answer breaks off, stalls, is cancelled or grows past the bound.
   * Leaving the loop early ends the request; a stream that is not wanted must be begun and left, or its signal fired.
   */
  chunks: AsyncIterable<Uint8Array>;
  /** Name of the endpoint. */
  endpoint: string;
};

/** Ends a stream that cannot go on; `failure` is for the reader. */
export class RpcStreamError extends Error {
  override readonly name = 'RpcStreamError';
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** Bytes of the body that are looked at before it counts as an answer: an error answer is shorter. */
const PEEK = 64 * 1024;

/** Sends the call and waits for the first bytes. An answer that is an error, or no JSON-RPC, is the problem. */
export async function openStream(
  client: EndpointClient,
  lane: Lane,
  method: string,
  params: readonly unknown[],
  options: StreamOptions,
  limits: RpcLimits,
): Promise<Result<RpcStream, Problem>> {
  const release = await takeSlot(client, lane, options.signal);
  if (release === undefined) return fail(CANCELLED);
  const sentAt = Date.now();
  const started = performance.now();
  client.state.spend(lane, 1);
  let isFinished = false;
  let forget = () => {};
  const finish = (problem: Problem | undefined, bytes: number) => {
    if (isFinished) return;
    isFinished = true;
    forget();
    release();
    client.note(problem, sentAt);
    const rateLimited = problem?.code === 'rateLimited';
    client.measure({
      method,
      ok: problem === undefined,
      rateLimited,
      milliseconds: performance.now() - started,
      bytes,
    });
  };
  const refuse = (problem: Problem, bytes: number) => {
    finish(problem, bytes);
    return fail(problem);
  };

  const init = jsonPost({ jsonrpc: '2.0', id: 1, method, params });
  const timeout = options.timeout ?? limits.timeout;
  const opened = await openRequest(client.url, init, { signal: options.signal, timeout, send: client.state.send });
  if (!opened.ok) return refuse(opened.error, 0);
  const source = createSource(opened.value, client.url, options, limits);
  const head = await peek(source);
  if (!head.ok) return refuse(head.error, source.bytes());
  const problem = await problemOfHead(head.value, opened.value.response, client.url);
  if (problem) {
    opened.value.abort();
    return refuse(problem, source.bytes());
  }
  // A generator that nobody begins does not end either.
  forget = onAbort(options.signal, () => finish(CANCELLED, source.bytes()));
  const chunks = iterate(source, head.value.chunks, client.name, method, finish);
  return ok({ chunks, endpoint: client.name });
}

/** Takes a request slot. Returns the function that gives it back; undefined when the caller gave up waiting. */
function takeSlot(
  { state }: EndpointClient,
  lane: Lane,
  signal: AbortSignal | undefined,
): Promise<(() => void) | undefined> {
  return new Promise((resolve) => {
    const forget = onAbort(signal, () => resolve(undefined));
    void state.slots.take(lane).then((release) => {
      forget();
      if (signal?.aborted) release();
      else resolve(release);
    });
  });
}

type Source = {
  /** The next bytes, undefined at the end. */
  next(): Promise<Result<Uint8Array | undefined, Problem>>;
  bytes(): number;
  abort(): void;
};

/** Reads the body with the bounds on its size and on silence. */
function createSource(posted: Opened, url: string, options: StreamOptions, limits: RpcLimits): Source {
  const maxBytes = options.maxBytes ?? limits.maxStreamBytes;
  const reader = posted.response.body?.getReader();
  const silence = new AbortController();
  const signal = options.signal ? AbortSignal.any([silence.signal, options.signal]) : silence.signal;
  let bytes = 0;
  return {
    bytes: () => bytes,
    abort: posted.abort,
    async next() {
      if (reader === undefined) return ok(undefined);
      const timer = setTimeout(() => {
        silence.abort(new DOMException('', 'TimeoutError'));
        posted.abort();
      }, limits.streamIdle);
      try {
        const { done, value } = await reader.read();
        if (done) return ok(undefined);
        bytes += value.byteLength;
        if (bytes <= maxBytes) return ok(value);
        posted.abort();
        return fail(tooLarge(maxBytes));
      } catch (error) {
        return fail(problemOfThrown(error, signal, url));
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

type Head = { chunks: readonly Uint8Array[]; text: string; complete: boolean };

async function peek(source: Source): Promise<Result<Head, Problem>> {
  const decoder = new TextDecoder();
  const chunks: Uint8Array[] = [];
  let text = '';
  while (text.length < PEEK) {
    const next = await source.next();
    if (!next.ok) return next;
    if (next.value === undefined) return ok({ chunks, text: text + decoder.decode(), complete: true });
    chunks.push(next.value);
    text += decoder.decode(next.value.subarray(0, PEEK), { stream: true });
    if (/^\s*\{(\s*"(jsonrpc|id)"\s*:\s*("[^"]*"|\d+|null)\s*,)*\s*"result"\s*:\s*[^\s]/.test(text.slice(0, 400)))
      break;
  }
  return ok({ chunks, text, complete: false });
}

/** Undefined when the body looks like an answer with a result. */
async function problemOfHead(head: Head, response: Response, url: string): Promise<Problem | undefined> {
  const now = Date.now();
  const answer = head.complete ? readAnswer(parseJson(head.text)) : undefined;
  const isError = answer !== undefined && 'error' in answer && response.status !== 429;
  if (isError || !response.ok) {
    const { problemOfError, problemOfStatus } = await import('./classify');
    return isError
      ? problemOfError(answer.error, response.headers, url, now)
      : problemOfStatus(response.status, response.headers, head.text.slice(0, 4000), url, now);
  }
  if (answer || (!head.complete && /^\s*\{/.test(head.text))) return undefined;
  return badAnswer(head.text, url);
}

async function* iterate(
  source: Source,
  first: readonly Uint8Array[],
  endpoint: string,
  method: string,
  finish: (problem: Problem | undefined, bytes: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let problem: Problem | undefined = CANCELLED;
  try {
    yield* first;
    for (;;) {
      const next = await source.next();
      if (!next.ok) {
        problem = next.error;
        throw new RpcStreamError(brokenOff(next.error, endpoint, method));
      }
      if (next.value === undefined) {
        problem = undefined;
        return;
      }
      yield next.value;
    }
  } finally {
    if (problem) source.abort();
    finish(problem, source.bytes());
  }
}

function brokenOff(problem: Problem, endpoint: string, method: string): Failure {
  const words: Partial<Record<Failure['code'], string>> = {
    cancelled: 'Cancelled.',
    tooLarge: `The answer of ${endpoint} to ${method} is larger than Loupe reads.`,
    timeout: `${endpoint} stopped in the middle of its answer to ${method}. Try again, or use another endpoint.`,
  };
  const message =
    words[problem.code] ??
    `The connection to ${endpoint} broke off in the middle of its answer to ${method}. Try again.`;
  return failure(problem.code, message, {
    attempts: [{ source: endpoint, method, outcome: problem.outcome }],
    ...(problem.raw === undefined ? {} : { raw: problem.raw }),
  });
}
