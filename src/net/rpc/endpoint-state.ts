/**
 * What is known of each endpoint, and who may ask it just now: one owner for
 * all tabs and workers of the app. Request slots are locks that all of them
 * share; the end of a rate limit, the rate learnt from it, the largest batch
 * and the chain an endpoint serves are sent to the others.
 */
import type { Send } from '../http';
import { BackgroundBudget, type LearntRate } from './background-budget';
import type { Lane } from './lanes';
import type { Peers } from './peers';
import { createSlots, type Slots } from './request-slots';

/** Times between which an endpoint asked to be left alone, milliseconds since the epoch. */
export type RateLimit = { since: number; until: number };

/** What eth_chainId answered, undefined where the endpoint refuses it or answers with no chain id, and when. */
export type ServedChain = { id: number | undefined; askedAt: number };

export type EndpointState = {
  /** Takes requests to the endpoint in the place of `fetch`. */
  readonly send: Send | undefined;
  readonly slots: Slots;
  /** Undefined when there is none, or it ended. */
  rateLimit(): RateLimit | undefined;
  /** A request that was sent at `sentAt` was refused until `until`. */
  limit(until: number, sentAt: number): void;
  /** A request that was sent at `sentAt` was answered. What was sent before the limit was reached does not lift it. */
  lift(sentAt: number): void;
  /** A call begins to wait or is sent; the answer says that it ended. */
  begin(lane: Lane): () => void;
  /** A request of so many calls goes out. */
  spend(lane: Lane, calls: number): void;
  /** Milliseconds that a background request still has to wait; 0 when it may go now. */
  backgroundPause(): number;
  /** Milliseconds behind other calls in which the background waits for a page's next question, as its budget says unless given; 0 where no page asks. */
  quiet?: number;
  /** Calls that a background request may carry now. */
  backgroundBatch(): number;
  /** Calls per second that the background may make; undefined while the endpoint refused none. */
  backgroundRate(): number | undefined;
  /** Milliseconds since the epoch until which the endpoint is tried last, because it was down or too slow. */
  downUntil: number;
  /** Calls that one request may carry: no bound until the endpoint refused a batch; 1 where it takes none. */
  largestBatch(): number;
  /** A request of `calls` calls was refused, or so few of them were `answered`. */
  refuseBatch(calls: number, answered: number): void;
  chain(): ServedChain | undefined;
  setChain(chain: ServedChain | undefined): void;
  /** Takes over an answer of an earlier visit without sending it to the other tabs. */
  recallChain(chain: ServedChain): void;
  /** Returns whether the chain is from an earlier visit, and was not asked for since. */
  isRecalled(): boolean;
  /** The question for the chain that is under way. */
  asking: Promise<ServedChain | undefined> | undefined;
};

export type EndpointStates = {
  /** The state of the endpoint at `url`, which answers at most `concurrency` requests at once. */
  of(url: string, concurrency: number): EndpointState;
};

/** A message to the other tabs and workers: what changed of an endpoint, or a request to send what they know of the one at the URL `wanted`. */
type Message = { wanted: string } | ({ url: string } & Facts);
type Facts = {
  limit?: RateLimit | null | undefined;
  learnt?: LearntRate | undefined;
  largestBatch?: number;
  chain?: ServedChain | null;
  /** Calls of urgent lanes that went out. */
  spent?: number;
};

/** `send` takes all requests in the place of `fetch`. */
export function createEndpointStates(peers: Peers, send?: Send): EndpointStates {
  const states = new Map<string, { state: EndpointState; facts(): Facts; adopt(facts: Facts): void }>();
  peers.listen((data) => {
    const message = data as Message;
    if ('wanted' in message) {
      const known = states.get(message.wanted)?.facts();
      if (known !== undefined) peers.send({ url: message.wanted, ...known });
    } else {
      states.get(message.url)?.adopt(message);
    }
  });

  function create(url: string, concurrency: number) {
    let limit: RateLimit | undefined;
    let largestBatch = Number.POSITIVE_INFINITY;
    let chain: ServedChain | undefined;
    let recalled = false;
    /** Calls of urgent lanes that wait or are sent. */
    let urgent = 0;
    const budget = new BackgroundBudget();
    const tell = (facts: Facts) => peers.send({ url, ...facts });

    const state: EndpointState = {
      send,
      slots: createSlots(concurrency, `loupe endpoint ${url}`, peers),
      downUntil: 0,
      asking: undefined,
      rateLimit: () => (limit !== undefined && limit.until > Date.now() ? limit : undefined),
      limit(until, sentAt) {
        const now = Date.now();
        // Of requests that were under way together, the answer that comes last may ask for the shortest pause.
        limit = { since: now, until: Math.max(until, limit?.until ?? 0) };
        const learnt = budget.refused(sentAt, now);
        tell({ limit, learnt });
      },
      lift(sentAt) {
        if (limit === undefined || limit.since > sentAt) return;
        limit = undefined;
        tell({ limit: null });
      },
      begin(lane) {
        if (lane === 'background') return () => {};
        urgent++;
        return () => {
          urgent--;
          budget.noteUrgent(Date.now());
        };
      },
      backgroundPause() {
        const now = Date.now();
        if (urgent > 0) budget.noteUrgent(now);
        return budget.pause(now, state.quiet);
      },
      backgroundBatch: () => budget.batch(Date.now()),
      backgroundRate: () => budget.rate(Date.now()),
      spend(lane, calls) {
        const now = Date.now();
        budget.spend(calls, now, lane !== 'background');
        if (lane === 'background') return;
        budget.noteUrgent(now);
        // Nobody needs to know as long as nothing is limited.
        if (budget.learnt() !== undefined) tell({ spent: calls });
      },
      largestBatch: () => largestBatch,
      refuseBatch(calls, answered) {
        const passes = Math.max(1, answered > 0 ? answered : Math.floor(calls / 2));
        if (passes >= largestBatch) return;
        largestBatch = passes;
        tell({ largestBatch });
      },
      chain: () => chain,
      setChain(served) {
        chain = served;
        recalled = false;
        tell({ chain: served ?? null });
      },
      recallChain(served) {
        chain = served;
        recalled = true;
      },
      isRecalled: () => recalled,
    };
    const facts = (): Facts => ({
      limit,
      learnt: budget.learnt(),
      ...(Number.isFinite(largestBatch) ? { largestBatch } : {}),
      ...(chain === undefined || recalled ? {} : { chain }),
    });
    const adopt = (told: Facts) => {
      if (told.limit !== undefined) limit = told.limit ?? undefined;
      if (told.learnt !== undefined) budget.adopt(told.learnt);
      if (told.largestBatch !== undefined) largestBatch = Math.min(largestBatch, told.largestBatch);
      if (told.chain !== undefined) {
        chain = told.chain ?? undefined;
        recalled = false;
      }
      if (told.spent !== undefined) {
        const now = Date.now();
        budget.spend(told.spent, now, true);
        budget.noteUrgent(now);
      }
    };
    return { state, facts, adopt };
  }

  return {
    of(url, concurrency) {
      const known = states.get(url);
      if (known !== undefined) return known.state;
      const created = create(url, concurrency);
      states.set(url, created);
      peers.send({ wanted: url });
      return created.state;
    },
  };
}
