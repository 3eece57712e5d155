/**
 * One endpoint: calls of one lane that are made together travel together, never
 * more than so many HTTP requests at once. What the endpoint was seen to do
 * (rate limit, largest batch, chain id, being down) is kept in its state,
 * which all tabs and workers share (endpoint-state.ts).
 *
 * viem's http transport is not used for this: it takes the answers of a batch
 * by position, so one missing answer would give every later call the wrong
 * result, and it hides the headers that say when a rate limit ends.
 */
import type { Endpoint } from '../../core/chain/network';
import type { NetworkId } from '../../core/chain/primitives';
import { parseJson } from '../../core/values/json-fields';
import { type HttpAnswer, jsonPost, requestText } from '../http';
import { onAbort } from './abort';
import { type RpcAnswer, readAnswer, readBatch } from './answers';
import type { EndpointState } from './endpoint-state';
import type { Lane } from './lanes';
import type { RpcLimits } from './limits';
import { badAnswer, CANCELLED, type Problem, type RpcError } from './problem';

/** One call as the meter sees it. */
export type MeteredCall = {
  networkId: NetworkId;
  /** Name of the endpoint. */
  endpoint: string;
  method: string;
  ok: boolean;
  rateLimited: boolean;
  /** Round trip; calls of one batch each count the whole of it. */
  milliseconds: number;
  /** Bytes of the answer's body; calls of one batch share it evenly. */
  bytes: number;
};
export type Meter = (call: MeteredCall) => void;

export type CallOptions = { lane: Lane; signal?: AbortSignal | undefined; timeout: number; alone?: boolean };

export type CallOutcome =
  | { kind: 'result'; result: unknown; milliseconds: number }
  | { kind: 'error'; error: RpcError; problem: Problem }
  | { kind: 'problem'; problem: Problem };

export type EndpointClient = {
  readonly name: string;
  readonly url: string;
  readonly state: EndpointState;
  /** Why the endpoint may not be called now: it asked to be left alone, and has not answered since. */
  rateLimit(): Problem | undefined;
  call(method: string, params: readonly unknown[], options: CallOptions): Promise<CallOutcome>;
  /** Remembers what came of a request that was sent at `sentAt`, milliseconds since the epoch. */
  note(problem: Problem | undefined, sentAt: number): void;
  measure(call: Omit<MeteredCall, 'networkId' | 'endpoint'>): void;
};

type Pending = {
  lane: Lane;
  method: string;
  params: readonly unknown[];
  signal: AbortSignal | undefined;
  timeout: number;
  /** Must not share an HTTP request. */
  alone: boolean;
  done: boolean;
  settle(outcome: CallOutcome): void;
};

/** Methods whose answers may be large or slow: one HTTP request each, so that they hold up nothing else. */
const ALONE = /^(debug|trace|ots|arbtrace)_|^eth_(getLogs|simulateV1|getBlockReceipts|createAccessList)$/;

export function createEndpointClient(
  endpoint: Endpoint,
  state: EndpointState,
  limits: RpcLimits,
  meter: Meter | undefined,
): EndpointClient {
  const { url, name } = endpoint;
  const queues: Record<Lane, Pending[]> = { screen: [], next: [], background: [] };
  const flushing = new Set<Lane>();
  let nextId = 1;

  const client: EndpointClient = {
    name,
    url,
    state,
    rateLimit() {
      const limit = state.rateLimit();
      if (limit === undefined) return undefined;
      return { code: 'rateLimited', outcome: 'passed over: rate limit reached', retry: true, retryAt: limit.until };
    },
    call(method, params, { lane, signal, timeout, alone = ALONE.test(method) }) {
      return new Promise((resolve) => {
        const end = state.begin(lane);
        let forget = () => {};
        const pending: Pending = { lane, method, params, signal, timeout, alone, done: false, settle };
        function settle(outcome: CallOutcome) {
          if (pending.done) return;
          pending.done = true;
          forget();
          end();
          resolve(outcome);
        }
        forget = onAbort(signal, () => settle({ kind: 'problem', problem: CANCELLED }));
        if (pending.done) return;
        queues[lane].push(pending);
        void flush(lane);
      });
    },
    note(problem, sentAt) {
      if (problem === undefined) {
        state.lift(sentAt);
        state.downUntil = 0;
      } else if (problem.retryAt !== undefined) {
        state.limit(problem.retryAt, sentAt);
      } else if (problem.code === 'endpointDown' || problem.code === 'timeout') {
        state.downUntil = Date.now() + limits.cooldown;
        if (problem.code === 'endpointDown') state.setChain(undefined);
      }
    },
    measure: (call) => meter?.({ networkId: endpoint.networkId, endpoint: name, ...call }),
  };

  /** Sends what waits in a lane. Waits for the end of the current turn, so that what is called together is sent together. */
  async function flush(lane: Lane): Promise<void> {
    if (flushing.has(lane)) return;
    flushing.add(lane);
    const queue = queues[lane];
    const turn = pause(0);
    while (queue.length > 0) {
      if (lane === 'background') {
        await turn;
        await backgroundTurn();
      }
      // Both at once: asking other tabs for a request slot takes about as long as the turn.
      const [release] = await Promise.all([state.slots.take(lane), turn]);
      const limited = client.rateLimit();
      if (limited) for (const pending of queue.splice(0)) pending.settle({ kind: 'problem', problem: limited });
      const group = takeGroup(lane);
      if (group.length === 0) release();
      else void send(group).finally(release);
    }
    flushing.delete(lane);
  }

  /** Resolves when the reader's calls leave room for a background request. */
  async function backgroundTurn(): Promise<void> {
    for (let wait = state.backgroundPause(); wait > 0; wait = state.backgroundPause()) await pause(wait);
  }

  function takeGroup(lane: Lane): Pending[] {
    const group: Pending[] = [];
    const queue = queues[lane];
    const wanted = lane === 'background' ? state.backgroundBatch() : limits.batchSize;
    const room = Math.min(wanted, state.largestBatch());
    while (queue.length > 0 && group.length < room) {
      const next = queue[0] as Pending;
      if (next.alone && group.length > 0) break;
      queue.shift();
      if (!next.done) group.push(next);
      if (next.alone && !next.done) break;
    }
    return group;
  }

  async function send(group: readonly Pending[]): Promise<void> {
    const ids = group.map(() => nextId++);
    const calls = group.map(({ method, params }, index) => ({ jsonrpc: '2.0', id: ids[index], method, params }));
    const allAborted = whenAllAborted(group);
    const sentAt = Date.now();
    const started = performance.now();
    const { lane } = group[0] as Pending;
    state.spend(lane, group.length);
    const answer = await requestText(url, jsonPost(calls.length === 1 ? calls[0] : calls), {
      signal: allAborted.signal,
      timeout: Math.max(...group.map((pending) => pending.timeout)),
      maxBytes: limits.maxBytes,
      send: state.send,
    });
    allAborted.dispose();
    const milliseconds = performance.now() - started;
    const outcomes = answer.ok
      ? await outcomesOf(answer.value, ids, milliseconds)
      : group.map((): CallOutcome => ({ kind: 'problem', problem: answer.error }));
    const bytes = answer.ok ? Math.round(answer.value.bytes / group.length) : 0;
    const isRefused = (outcome: CallOutcome) => outcome.kind !== 'result' && outcome.problem.batchRefused === true;
    const refused = group.length > 1 ? outcomes.filter(isRefused).length : 0;
    // One that is missing is asked for by itself; of more, the endpoint takes smaller batches, or none.
    if (refused > 1) state.refuseBatch(group.length, group.length - refused);
    const again: Pending[] = [];
    group.forEach((pending, index) => {
      const outcome = outcomes[index] as CallOutcome;
      const problem = outcome.kind === 'result' ? undefined : outcome.problem;
      client.measure({
        method: pending.method,
        ok: problem === undefined,
        rateLimited: problem?.code === 'rateLimited',
        milliseconds,
        bytes,
      });
      if (group.length > 1 && isRefused(outcome)) {
        if (refused === 1) pending.alone = true;
        again.push(pending);
        return;
      }
      client.note(problem, sentAt);
      pending.settle(outcome);
    });
    queues[lane].unshift(...again);
    if (queues[lane].length > 0) void flush(lane);
  }

  async function outcomesOf(
    answer: HttpAnswer,
    ids: readonly number[],
    milliseconds: number,
  ): Promise<readonly CallOutcome[]> {
    const body = parseJson(answer.text);
    if (ids.length === 1) return [await outcomeOf(readAnswer(body), answer, milliseconds)];
    const list = readBatch(body, ids);
    if (list) {
      return Promise.all(
        list.map((item): CallOutcome | Promise<CallOutcome> =>
          item
            ? outcomeOf(item, answer, milliseconds)
            : { kind: 'problem', problem: { ...badAnswer(answer.text, url), batchRefused: true } },
        ),
      );
    }
    const outcome = await outcomeOf(readAnswer(body), answer, milliseconds);
    const problem = outcome.kind === 'result' ? badAnswer(answer.text, url) : outcome.problem;
    const refused = body !== undefined && problem.code !== 'rateLimited' && problem.code !== 'endpointDown';
    return ids.map(() => ({
      kind: 'problem',
      problem: { ...problem, batchRefused: refused || problem.batchRefused === true },
    }));
  }

  async function outcomeOf(read: RpcAnswer, answer: HttpAnswer, milliseconds: number): Promise<CallOutcome> {
    const now = Date.now();
    const { status, headers, text } = answer;
    const succeeded = status >= 200 && status < 300;
    if (succeeded && read && 'result' in read) return { kind: 'result', result: read.result, milliseconds };
    // What errors mean is loaded with the first of them. Where it cannot be, the answer is one of which nothing is known.
    const classify = await import('./classify').catch(() => undefined);
    if (read && 'error' in read && status !== 429) {
      const problem = classify?.problemOfError(read.error, headers, url, now) ?? badAnswer(text, url);
      return { kind: 'error', error: read.error, problem };
    }
    if (!succeeded) {
      return {
        kind: 'problem',
        problem: classify?.problemOfStatus(status, headers, text, url, now) ?? badAnswer(text, url),
      };
    }
    return { kind: 'problem', problem: badAnswer(text, url) };
  }

  return client;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** A signal that fires once every member has given up; none when one of them never will. */
function whenAllAborted(group: readonly Pending[]): { signal: AbortSignal | undefined; dispose(): void } {
  const signals = new Set(group.map((pending) => pending.signal));
  const [first] = signals;
  if (signals.has(undefined) || signals.size === 1) {
    return { signal: signals.has(undefined) ? undefined : first, dispose() {} };
  }
  const controller = new AbortController();
  const forget = [...signals].map((signal) =>
    onAbort(signal, () => {
      if ([...signals].every((each) => each?.aborted)) controller.abort();
    }),
  );
  return {
    signal: controller.signal,
    dispose() {
      for (const each of forget) each();
    },
  };
}
