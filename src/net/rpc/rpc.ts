/**
 * JSON-RPC to one network through all of its endpoints.
 *
 *     request → endpoints in priority order → one call each, until one answers
 *               usably; then, after a pause, those again that may recover
 *
 * What an endpoint answers is validated before it is believed; a bad answer
 * counts as a failure of that endpoint, and the next one is asked.
 */
import { type BaseIssue, type BaseSchema, safeParse } from 'valibot';
import type { Endpoint } from '../../core/chain/network';
import type { NetworkId } from '../../core/chain/primitives';
import type { Failure } from '../../core/failure';
import { fail, ok, type Result } from '../../core/result';
import { onAbort } from './abort';
import { checkChain } from './chain-check';
import { createEndpointClient, type EndpointClient, type Meter } from './endpoint';
import { DEFAULT_LIMITS, type RpcLimits } from './limits';
import type { Problem, RpcError } from './problem';
import { cancelled, failureOf, type Tried } from './sentences';
import { openStream, type RpcStream, type StreamOptions } from './stream';

export type Schema<T> = BaseSchema<unknown, T, BaseIssue<unknown>>;

export type RpcOptions = {
  networkId: NetworkId;
  /** In any order; disabled ones are left out. */
  endpoints: readonly Endpoint[];
  /** Called once for every call that was sent. */
  meter?: Meter;
  limits?: Partial<RpcLimits>;
};

export type RequestOptions<T = unknown> = {
  signal?: AbortSignal | undefined;
  /** Milliseconds for each attempt. */
  timeout?: number;
  /** `null` means that the endpoint does not know the thing: the others are asked, and the failure is `notFound`. */
  nullIsUnknown?: boolean;
  /** Shares no HTTP request with other calls: nodes work off a batch one by one, and this answer may take long. */
  alone?: boolean;
  /** Makes an answer of a JSON-RPC error that is one, such as the revert data of eth_call; undefined leaves it a failure. */
  answerOfError?: (error: RpcError) => T | undefined;
};

/** An answer, the name of the endpoint it came from, and the round trip. */
export type Answered<T> = { value: T; endpoint: string; milliseconds: number };

export type EndpointStatus = { name: string; rateLimitedUntil?: number };

export type Rpc = {
  readonly networkId: NetworkId;
  /** The validated result of one call. Failures list what was tried. */
  request<T>(
    method: string,
    params: readonly unknown[],
    schema: Schema<T>,
    options?: RequestOptions<T>,
  ): Promise<Result<T, Failure>>;
  /** Like `request`, with the endpoint that answered and its round trip. */
  ask<T>(
    method: string,
    params: readonly unknown[],
    schema: Schema<T>,
    options?: RequestOptions<T>,
  ): Promise<Result<Answered<T>, Failure>>;
  /**
   * The raw body of one call, as it arrives, for answers too large to hold: a JSON-RPC
   * object with a `result` member. An error answer is a failure and the next endpoint is asked.
   */
  stream(method: string, params: readonly unknown[], options?: StreamOptions): Promise<Result<RpcStream, Failure>>;
  /** The endpoints in the order they are tried. */
  status(): readonly EndpointStatus[];
};

type Try<T> = { ok: true; value: T } | { ok: false; problem: Problem };

export function createRpc(options: RpcOptions): Rpc {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const { networkId } = options;
  const clients = options.endpoints
    .filter((endpoint) => endpoint.enabled)
    .toSorted((a, b) => a.priority - b.priority)
    .map((endpoint) => createEndpointClient(endpoint, limits, options.meter));

  /** Goes through the endpoints as the comment above says; `attempt` is one call at one of them. */
  async function anyEndpoint<T>(
    method: string,
    signal: AbortSignal | undefined,
    attempt: (client: EndpointClient) => Promise<Try<T>>,
  ): Promise<Result<T, Failure>> {
    const tried: Tried[] = [];
    let round = inOrder();
    for (let number = 0; number < limits.rounds && round.length > 0; number += 1) {
      const recoverable: EndpointClient[] = [];
      for (const client of round) {
        if (signal?.aborted) return fail(cancelled(method, tried));
        const limited = client.rateLimit();
        const outcome: Try<T> = limited ? { ok: false, problem: limited } : await attempt(client);
        if (outcome.ok) return outcome;
        const { problem } = outcome;
        if (problem.code === 'cancelled') return fail(cancelled(method, tried));
        tried.push({ source: client.name, problem });
        if (problem.retry) recoverable.push(client);
      }
      round = recoverable;
      const pause = pauseBefore(number, round);
      if (round.length === 0 || number === limits.rounds - 1 || pause === undefined) break;
      await sleep(pause, signal);
    }
    return fail(failureOf(method, tried));
  }

  /** By priority; those that were just down come last. */
  function inOrder(): EndpointClient[] {
    const now = Date.now();
    return clients.toSorted((a, b) => Number(a.downUntil > now) - Number(b.downUntil > now));
  }

  /** Milliseconds to wait before the next round; undefined when every endpoint asks for more patience than there is. */
  function pauseBefore(number: number, clients: readonly EndpointClient[]): number | undefined {
    const backoff = limits.backoff * 2 ** number * (0.75 + Math.random() / 2);
    const waits = clients.map((client) => Math.max(backoff, (client.rateLimit()?.retryAt ?? 0) - Date.now()));
    const shortest = Math.min(...waits);
    return shortest > limits.maxRateLimitWait ? undefined : shortest;
  }

  async function ask<T>(
    method: string,
    params: readonly unknown[],
    schema: Schema<T>,
    request: RequestOptions<T> = {},
  ): Promise<Result<Answered<T>, Failure>> {
    const { signal, timeout = limits.timeout, alone } = request;
    const call = { signal, timeout, ...(alone === undefined ? {} : { alone }) };
    return anyEndpoint(method, request.signal, async (client) => {
      // Both at once: they travel in one batch the first time, and later the check is known.
      const [chain, outcome] = await Promise.all([
        checkChain(client, networkId, limits, call.signal),
        client.call(method, params, call),
      ]);
      if (chain) return { ok: false, problem: chain };
      if (outcome.kind === 'problem') return { ok: false, problem: outcome.problem };
      if (outcome.kind === 'error') {
        const value = request.answerOfError?.(outcome.error);
        if (value === undefined) return { ok: false, problem: outcome.problem };
        return ok({ value, endpoint: client.name, milliseconds: 0 });
      }
      if (outcome.result === null && request.nullIsUnknown) return { ok: false, problem: UNKNOWN };
      const parsed = safeParse(schema, outcome.result, { abortEarly: true });
      if (!parsed.success) return { ok: false, problem: badField(parsed.issues[0]) };
      return ok({ value: parsed.output, endpoint: client.name, milliseconds: outcome.milliseconds });
    });
  }

  return {
    networkId,
    ask,
    async request(method, params, schema, request) {
      const answered = await ask(method, params, schema, request);
      return answered.ok ? ok(answered.value.value) : answered;
    },
    stream(method, params, stream = {}) {
      return anyEndpoint(method, stream.signal, async (client) => {
        const chain = await checkChain(client, networkId, limits, stream.signal);
        if (chain) return { ok: false, problem: chain };
        const opened = await openStream(client, method, params, stream, limits);
        return opened.ok ? opened : { ok: false, problem: opened.error };
      });
    },
    status: () =>
      inOrder().map((client) => {
        const limited = client.rateLimit()?.retryAt;
        return limited === undefined ? { name: client.name } : { name: client.name, rateLimitedUntil: limited };
      }),
  };
}

const UNKNOWN: Problem = { code: 'notFound', outcome: 'not known to the endpoint', retry: false };

function badField(issue: BaseIssue<unknown>): Problem {
  const path = issue.path?.map((item) => String(item.key)).join('.') ?? '';
  const outcome = path === '' ? 'the answer has another shape' : `the field ${path} is not what it should be`;
  return { code: 'badAnswer', outcome, retry: false, raw: issue.message.slice(0, 300) };
}

/** Ends early, without an error, when the signal fires. */
function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    let forget = () => {};
    const timer = setTimeout(end, milliseconds);
    function end() {
      clearTimeout(timer);
      forget();
      resolve();
    }
    forget = onAbort(signal, end);
  });
}
