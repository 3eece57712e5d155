/**
 * Asks for the head of a network, gently: only while the page is visible, and
 * less often while the endpoint is in trouble. After the reader changed
 * endpoints it is asked at once: the trouble was of others.
 */
import type { NetworkId } from '../core/chain/primitives';
import type { Failure } from '../core/values/failure';
import type { Result } from '../core/values/result';
import type { Head } from '../workers/chain/chain.api';
import type { Store } from './ui/store';
import type { Wiring } from './wiring';

/** The head, or why there is none; undefined before the first answer. */
export type HeadAnswer = Result<Head, Failure> | undefined;

const INTERVAL = 5_000; // milliseconds between answers
const IN_TROUBLE = 15_000;

/** Asks now, when the page becomes visible or endpoints changed, and some time after each answer. Returns how to stop. */
export function followHead(
  { workers, onReconfigure }: Wiring,
  networkId: NetworkId,
  head: Store<HeadAnswer>,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let isFollowed = true;
  /** Number of times that the endpoints changed. */
  let changes = 0;
  const ask = async () => {
    if (isAsking || document.hidden) return;
    clearTimeout(timer);
    isAsking = true;
    const before = changes;
    try {
      const answer = await workers.chain.head(networkId);
      if (!sameHead(head.get(), answer)) head.set(answer);
    } catch {
      // The worker stopped; the page says so elsewhere, and the next round asks the new worker.
    } finally {
      isAsking = false;
    }
    if (!isFollowed) return;
    if (before === changes) timer = setTimeout(() => void ask(), delay(head.get()));
    else void ask(); // the answer is of the endpoints before
  };
  const onVisible = () => void ask();
  const stopReconfigure = onReconfigure(() => {
    changes++;
    void ask();
  });
  document.addEventListener('visibilitychange', onVisible);
  void ask();
  return () => {
    isFollowed = false;
    stopReconfigure();
    document.removeEventListener('visibilitychange', onVisible);
    clearTimeout(timer);
  };
}

function delay(head: HeadAnswer): number {
  const until = head?.ok ? head.value.rateLimitedUntil : head?.error.retryAt;
  const wait = until === undefined ? 0 : until - Date.now();
  return Math.max(wait, head?.ok ? INTERVAL : IN_TROUBLE);
}

function sameHead(a: HeadAnswer, b: Result<Head, Failure>): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
