/**
 * The head of a network, asked gently: only while somebody shows it and the
 * page is visible, and less often while the endpoint is in trouble. After the
 * reader changed endpoints it is asked at once: the trouble was of others.
 */
import type { NetworkId } from '../core/chain/primitives';
import type { Failure } from '../core/failure';
import type { Result } from '../core/result';
import type { Head } from '../workers/chain/chain.api';
import type { ChainService } from '../workers/client';
import { headMayBeAsked } from './page-stages';
import { createStore, type Store, useStore } from './ui/store';
import { useWiring, type Wiring } from './wiring';

const INTERVAL = 5_000; // milliseconds between answers
const IN_TROUBLE = 15_000;

type HeadAnswer = Result<Head, Failure> | undefined;

const heads = new Map<NetworkId, Store<HeadAnswer>>();
const NO_HEAD = createStore<HeadAnswer>(undefined);

/** The head, or why there is none; undefined until the first answer. */
export function useHead(networkId: NetworkId | undefined): HeadAnswer {
  const wiring = useWiring();
  return useStore(networkId === undefined ? NO_HEAD : headOf(wiring, networkId));
}

function headOf({ workers, onReconfigure }: Wiring, networkId: NetworkId): Store<HeadAnswer> {
  const begin = (store: Store<HeadAnswer>) => follow(workers.chain, networkId, store, onReconfigure);
  const head = heads.get(networkId) ?? createStore<HeadAnswer>(undefined, begin);
  heads.set(networkId, head);
  return head;
}

/** Asks now, when the page becomes visible or endpoints changed, and some time after each answer. Returns how to stop. */
function follow(
  api: ChainService,
  networkId: NetworkId,
  head: Store<HeadAnswer>,
  onReconfigure: Wiring['onReconfigure'],
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let isFollowed = true;
  /** How often endpoints changed. */
  let changes = 0;
  const ask = async () => {
    if (isAsking || document.hidden) return;
    clearTimeout(timer);
    isAsking = true;
    const before = changes;
    try {
      const answer = await api.head(networkId);
      if (!sameHead(head.get(), answer)) head.set(answer);
    } catch {
      // The worker stopped; the page says so elsewhere, and the next round asks the new worker.
    } finally {
      isAsking = false;
    }
    if (isFollowed) timer = setTimeout(() => void ask(), before === changes ? delay(head.get()) : 0);
  };
  const onVisible = () => void ask();
  const stopReconfigure = onReconfigure(() => {
    changes++;
    void ask();
  });
  document.addEventListener('visibilitychange', onVisible);
  void headMayBeAsked().then(() => (isFollowed ? ask() : undefined));
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
