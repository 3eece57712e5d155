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
import type { Failure } from '../../core/values/failure';
import { isLoopback } from '../../core/values/loopback';
import { fail, ok, type Result } from '../../core/values/result';
import { onAbort } from './abort';
import { checkChain, recallChain } from './chain-check';
import { createEndpointClient, type EndpointClient, type Meter } from './endpoint';
import { createEndpointStates, type EndpointStates } from './endpoint-state';
import type { Lane } from './lanes';
import { DEFAULT_LIMITS, type RpcLimits } from './limits';
import { createPeerGroup } from './peers';
import type { Problem, RpcError } from './problem';
import type { Tried } from './request-failure';
import type { RpcStream, StreamOptions } from './stream';

export type Schema<T> = BaseSchema<unknown, T, BaseIssue<unknown>>;

/** An endpoint, and when it was last seen to serve its network, milliseconds since the epoch. */
export type RpcEndpoint = Endpoint & { servedAt?: number };

export type RpcOptions = {
  networkId: NetworkId;
  /** Endpoints in any order; disabled ones are left out. */
  endpoints: readonly RpcEndpoint[];
  /** What is known of endpoints, shared with other clients; a state of this client's own unless given. */
  states?: EndpointStates;
  /** Called when an endpoint said which chain it serves: the network's, or another. */
  onServed?: (endpoint: RpcEndpoint, serves: boolean) => void;
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
  /** The first endpoint is asked, and only once: a call that changes something must not be made twice. */
  once?: boolean;
};

/** An answer, the name of the endpoint it came from, and the round trip. */
export type Answered<T> = { value: T; endpoint: string; milliseconds: number };

export type EndpointStatus = {
  name: string;
  rateLimitedUntil?: number;
  /** Calls per second that the background lane may make; absent while the endpoint refused none. */
  backgroundRate?: number;
  /** Whether the endpoint was asked for its chain id and gave none. */
  saysNoChain?: true;
  /** Calls that one request carries at most, as far as is known. */
  batchSize: number;
};

export type Rpc = {
  readonly networkId: NetworkId;
  /** All endpoints are on this machine: they may be nodes for development, whatever the chain's id. */
  readonly isLocal: boolean;
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
  /** Returns the client for calls of a lane; always the same object for a lane. This one is `screen`. */
  lane(lane: Lane): Rpc;
};

/** One endpoint. `serves` tells who made the client whether it serves the network. */
type Client = EndpointClient & { serves(serves: boolean): void };

type Try<T> = { ok: true; value: T } | { ok: false; problem: Problem };

export function createRpc(options: RpcOptions): Rpc {
  const { networkId } = options;
  const endpoints = new EndpointsInTurn(options);
  const isLocal = options.endpoints.every(({ enabled, url }) => !enabled || isLoopback(url));
  const views = new Map<Lane, Rpc>();

  function viewOf(lane: Lane): Rpc {
    const known = views.get(lane);
    if (known !== undefined) return known;
    const view: Rpc = {
      networkId,
      isLocal,
      ask: (method, params, schema, request) => endpoints.ask(lane, method, params, schema, request),
      async request(method, params, schema, request) {
        const answered = await endpoints.ask(lane, method, params, schema, request);
        return answered.ok ? ok(answered.value.value) : answered;
      },
      stream: (method, params, stream) => endpoints.stream(lane, method, params, stream),
      status: () => endpoints.status(),
      lane: viewOf,
    };
    views.set(lane, view);
    return view;
  }

  return viewOf('screen');
}

/** The failure of a request. The words for it are loaded with the first one. */
async function failed(
  by: 'cancelled' | 'failureOf',
  method: string,
  tried: readonly Tried[],
): Promise<Result<never, Failure>> {
  return fail((await import('./request-failure'))[by](method, tried));
}

/** The endpoints of one network, each asked in its turn until one answers usably. */
class EndpointsInTurn {
  readonly #networkId: NetworkId;
  readonly #limits: RpcLimits;
  readonly #clients: readonly Client[];

  constructor({ networkId, endpoints, states = createEndpointStates(createPeerGroup()()), ...options }: RpcOptions) {
    const limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#networkId = networkId;
    this.#limits = limits;
    this.#clients = endpoints
      .filter((endpoint) => endpoint.enabled)
      .toSorted((a, b) => a.priority - b.priority)
      .map((endpoint) => {
        const state = states.of(endpoint.url, limits.concurrency);
        if (endpoint.servedAt !== undefined) recallChain(state, endpoint.url, networkId, endpoint.servedAt);
        const client = createEndpointClient(endpoint, state, limits, options.meter);
        return { ...client, serves: (serves: boolean) => options.onServed?.(endpoint, serves) };
      });
  }

  async ask<T>(
    lane: Lane,
    method: string,
    params: readonly unknown[],
    schema: Schema<T>,
    request: RequestOptions<T> = {},
  ): Promise<Result<Answered<T>, Failure>> {
    const { signal, timeout = this.#limits.timeout, alone, once } = request;
    const call = { lane, signal, timeout, ...(alone === undefined ? {} : { alone }) };
    const attempt = async (client: Client): Promise<Try<Answered<T>>> => {
      const checked = checkChain(client, this.#networkId, this.#limits.timeout, signal, client.serves);
      // What changes something must not reach another chain.
      const wrong = once ? await checked : undefined;
      if (wrong) return { ok: false, problem: wrong };
      // Both at once: they travel in one batch the first time, and later the check is known.
      const [chain, outcome] = await Promise.all([checked, client.call(method, params, call)]);
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
    };
    return this.#anyEndpoint(lane, method, signal, attempt, once);
  }

  stream(
    lane: Lane,
    method: string,
    params: readonly unknown[],
    stream: StreamOptions = {},
  ): Promise<Result<RpcStream, Failure>> {
    return this.#anyEndpoint(lane, method, stream.signal, async (client) => {
      const chain = await checkChain(client, this.#networkId, this.#limits.timeout, stream.signal, client.serves);
      if (chain) return { ok: false, problem: chain };
      // Few pages read a stream.
      const { openStream } = await import('./stream');
      const opened = await openStream(client, lane, method, params, stream, this.#limits);
      return opened.ok ? opened : { ok: false, problem: opened.error };
    });
  }

  status(): readonly EndpointStatus[] {
    return this.#inOrder().map((client) => {
      const limited = client.rateLimit()?.retryAt;
      const backgroundRate = client.state.backgroundRate();
      const served = client.state.chain();
      return {
        name: client.name,
        ...(limited === undefined ? {} : { rateLimitedUntil: limited }),
        ...(backgroundRate === undefined ? {} : { backgroundRate }),
        ...(served !== undefined && served.id === undefined ? { saysNoChain: true } : {}),
        batchSize: Math.min(this.#limits.batchSize, client.state.largestBatch()),
      };
    });
  }

  /** Goes through the endpoints as the comment at the top says; `attempt` is one call at one of them. */
  async #anyEndpoint<T>(
    lane: Lane,
    method: string,
    signal: AbortSignal | undefined,
    attempt: (client: Client) => Promise<Try<T>>,
    once = false,
  ): Promise<Result<T, Failure>> {
    const limits = this.#limits;
    const tried: Tried[] = [];
    // Nobody waits for the background: it comes back when a rate limit has ended, however often.
    const isPatient = lane === 'background';
    let round = once ? this.#inOrder().slice(0, 1) : this.#inOrder();
    // Where everything was just found down, a call tries once more whether it is up again, and not over and over.
    const rounds = once || round.every(({ state }) => state.downUntil > Date.now()) ? 1 : limits.rounds;
    for (let number = 0; number < rounds && round.length > 0; ) {
      const recoverable: Client[] = [];
      for (const client of round) {
        if (signal?.aborted) return failed('cancelled', method, tried);
        const limited = client.rateLimit();
        const outcome: Try<T> = limited ? { ok: false, problem: limited } : await attempt(client);
        if (outcome.ok) return outcome;
        const { problem } = outcome;
        if (problem.code === 'cancelled') return failed('cancelled', method, tried);
        tried.push({ source: client.name, problem });
        if (problem.retry) recoverable.push(client);
      }
      round = recoverable;
      const pause = this.#pauseBefore(number, round, isPatient ? Number.POSITIVE_INFINITY : limits.maxRateLimitWait);
      const waits = isPatient && round.some((client) => client.rateLimit() !== undefined);
      if (!waits) number++;
      if (round.length === 0 || number >= rounds || pause === undefined) break;
      if (waits) tried.length = 0;
      await sleep(pause, signal);
    }
    return failed('failureOf', method, tried);
  }

  /** Returns the endpoints by priority; those that were just down come last. */
  #inOrder(): Client[] {
    const now = Date.now();
    return this.#clients.toSorted((a, b) => Number(a.state.downUntil > now) - Number(b.state.downUntil > now));
  }

  /** Milliseconds to wait before the next round; undefined when every endpoint asks for more patience than there is. */
  #pauseBefore(number: number, clients: readonly Client[], patience: number): number | undefined {
    const backoff = this.#limits.backoff * 2 ** number * (0.75 + Math.random() / 2);
    const waits = clients.map((client) => Math.max(backoff, (client.rateLimit()?.retryAt ?? 0) - Date.now()));
    const shortest = Math.min(...waits);
    return shortest > patience ? undefined : shortest;
  }
}

/** Returns whether an endpoint did not answer which chain it serves. */
export function saysNoChain(rpc: Rpc): boolean {
  return rpc.status().some((endpoint) => endpoint.saysNoChain);
}

/** Returns how many calls the endpoint that is tried first takes in one request, as far as is known; 1 where there is none. */
export function batchSize(rpc: Rpc): number {
  return rpc.status()[0]?.batchSize ?? 1;
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
