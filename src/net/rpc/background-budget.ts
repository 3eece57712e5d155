/**
 * What the background lane may ask of an endpoint: only what the reader's calls
 * leave over.
 *
 * Two rules. While calls of other lanes are under way, and a moment after, the
 * background waits, so that a page's next question does not find the node busy.
 * And once the endpoint has refused calls (HTTP 429, or the JSON-RPC error for
 * it), the background keeps to a share of the rate that was seen to pass, as a
 * token bucket: it refills at that share, and every call of the background
 * takes a token. The rest of the rate stays for the burst of calls that opening
 * a page makes. Such a burst is paid back from a part of the share: with the
 * rest the background goes on, however many pages are opened.
 *
 * Providers count the calls of a batch one by one, so tokens are calls. An
 * endpoint that counts HTTP requests is then asked a little less than it allows.
 */

/** The rate seen to pass before an endpoint refused calls. */
export type LearntRate = { callsPerSecond: number; learntAt: number };

/** A page asks its next question within this time of an answer, milliseconds. */
const QUIET = 150;
/**
 * Share of the learnt rate that the background has. Opening a transaction makes about a dozen calls within a second.
 */
const SHARE = 0.4;
/** Seconds of its share that the background may save up: endpoints that count by the second refuse a burst. */
const BURST = 0.25;
/** Milliseconds over which calls are counted: limits are mostly stated per second. */
const WINDOW = 1_000;
/** How long calls are remembered, milliseconds: a refusal may take seconds to arrive. */
const REMEMBERED = 5_000;
/** Part of the background's share that pays back what urgent calls took: the rest is always the background's. */
const PAY_BACK = 0.4;
/** Seconds of its share that the background owes at most: it is slowed, not stopped for long. */
const MAX_DEBT = 2;
/** Factor that a rate is multiplied by when the endpoint refuses calls again. */
const DECREASE = 0.7;
/** A rate rises by this factor each minute without a refusal, since limits may be raised, or were another user's doing. */
const RISE = 1.1;
const MINUTE = 60_000;
/** A node that works off a batch call by call is not held up long by so many. */
const MAX_BATCH = 10;

export class BackgroundBudget {
  readonly #sent: { at: number; calls: number; urgent: boolean }[] = [];
  #learnt: LearntRate | undefined;
  #tokens = 0;
  /** Calls that urgent lanes took and the background has not yet done without. */
  #debt = 0;
  #filledAt = 0;
  #urgentAt = Number.NEGATIVE_INFINITY;

  /** A request of `calls` calls goes out now, in this worker or in another; `urgent` when it is of another lane. */
  spend(calls: number, now: number, urgent = false): void {
    const sent = this.#sent;
    sent.push({ at: now, calls, urgent });
    while (sent[0] && sent[0].at < now - REMEMBERED) sent.shift();
    const perSecond = this.rate(now);
    if (perSecond === undefined) return;
    this.#fill(perSecond, now);
    if (urgent) this.#debt = Math.min(this.#debt + calls, MAX_DEBT * perSecond);
    else this.#tokens -= calls;
  }

  /** A call of another lane went out, or ended. */
  noteUrgent(now: number): void {
    this.#urgentAt = now;
  }

  /**
   * A request that was sent at `sentAt` was refused. Answers the rate when
   * there is something to learn from it: requests sent together are refused together, and count once.
   */
  refused(sentAt: number, now: number): LearntRate | undefined {
    const learnt = this.#learnt;
    if (learnt !== undefined && sentAt <= learnt.learntAt) return undefined;
    const before = this.#sent.filter(({ at }) => at > sentAt - WINDOW && at < sentAt);
    const passed = before.reduce((sum, { calls }) => sum + calls, 0);
    // The burst of a page says nothing of the rate that the background may go at beside it.
    if (learnt !== undefined && before.some(({ urgent }) => urgent)) {
      this.#tokens = 0;
      this.#filledAt = now;
      return undefined;
    }
    // What passed since then is the share that was kept to, and says nothing of the rate that would have passed.
    const callsPerSecond = learnt === undefined ? passed : DECREASE * rateAt(learnt, now);
    this.#learnt = { callsPerSecond: Math.max(1, callsPerSecond), learntAt: now };
    this.#tokens = 0;
    this.#debt = 0;
    this.#filledAt = now;
    return this.#learnt;
  }

  /** Takes over what another tab learnt. */
  adopt(other: LearntRate): void {
    if (this.#learnt === undefined || other.learntAt > this.#learnt.learntAt) this.#learnt = other;
  }

  learnt(): LearntRate | undefined {
    return this.#learnt;
  }

  /** Calls per second for the background; undefined while nothing was refused. */
  rate(now: number): number | undefined {
    return this.#learnt && SHARE * rateAt(this.#learnt, now);
  }

  /** Milliseconds until the background may send a request, which is `quiet` behind calls of other lanes; 0 when it may now. */
  pause(now: number, quiet = QUIET): number {
    const left = this.#urgentAt + quiet - now;
    if (left > 0) return left;
    const perSecond = this.rate(now);
    if (perSecond === undefined) return 0;
    this.#fill(perSecond, now);
    return this.#untilToken(perSecond);
  }

  /** Calls that a background request may carry, at least one. */
  batch(now: number): number {
    return this.rate(now) === undefined ? MAX_BATCH : Math.min(MAX_BATCH, Math.max(1, Math.floor(this.#tokens)));
  }

  #fill(perSecond: number, now: number): void {
    const room = Math.max(1, perSecond * BURST);
    const due = ((now - this.#filledAt) / 1_000) * perSecond;
    const paid = Math.min(this.#debt, due * PAY_BACK);
    this.#debt -= paid;
    this.#tokens = Math.min(room, this.#tokens + due - paid);
    this.#filledAt = now;
  }

  /** Milliseconds until there is a token. */
  #untilToken(perSecond: number): number {
    const missing = 1 - this.#tokens;
    if (missing <= 0) return 0;
    const indebted = this.#debt / (perSecond * PAY_BACK); // seconds until the debt is paid
    const meanwhile = indebted * perSecond * (1 - PAY_BACK);
    const seconds =
      missing <= meanwhile ? missing / (perSecond * (1 - PAY_BACK)) : indebted + (missing - meanwhile) / perSecond;
    return Math.ceil(seconds * 1_000);
  }
}

function rateAt({ callsPerSecond, learntAt }: LearntRate, now: number): number {
  return callsPerSecond * RISE ** Math.floor(Math.max(0, now - learntAt) / MINUTE);
}
