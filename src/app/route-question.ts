/** What a route asks a worker in its loader: on its way while the code of the page is loaded. */
import type { Failure } from '../core/values/failure';
import type { Result } from '../core/values/result';
import type { Workers } from '../workers/client';
import type { JobId, TransactionKey } from '../workers/ids';
import { type JobWorker, newJobId, settleQuestion } from './use-question';

/**
 * The options of a route with such a loader. It asks when the page is entered: not when the pointer comes near a link,
 * which must not make a far endpoint work (`beginOpening` ahead asks near ones alone), and not again while the reader
 * stays. What it learned is dropped with the page.
 */
export const ASKED_ON_ENTRY = { preload: false, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 } as const;

/** How long after it was asked for a page is drawn again with what it learned, ms. */
const KEPT = 30 * 60_000;

/**
 * The same, except that a page the reader comes back to is drawn at once with what it learned the last time. It asks
 * behind that, and what it learns now takes the place of what is drawn.
 */
export const KEPT_AND_ASKED_ON_ENTRY = {
  ...ASKED_ON_ENTRY,
  gcTime: KEPT,
  // While the reader stays nothing is decided here: the router takes up an answer that is on its way, which `false` would drop.
  shouldReload: ({ cause }: { cause: 'preload' | 'enter' | 'stay' }) => cause === 'enter' || undefined,
} as const;

/** Asks the named worker, and cancels there when `signal` says that the reader went elsewhere. */
export async function askOnEntry<Name extends JobWorker, T>(
  workers: Workers,
  name: Name,
  signal: AbortSignal,
  ask: (worker: Workers[Name], job: JobId) => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  const worker = workers[name];
  const job = newJobId();
  const cancel = () => void worker.cancel(job).catch(() => {}); // a worker that died has nothing left to cancel
  signal.addEventListener('abort', cancel);
  try {
    return await settleQuestion(() => ask(worker, job));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Begins to open a transaction that the page of the route will ask for, or may, where `isAhead`. */
export function beginOpening({ trace }: Pick<Workers, 'trace'>, key: TransactionKey, isAhead = false): void {
  trace.beginOpening(key, { isAhead }).catch(() => {}); // lost with a worker that died; the page then opens it itself
}
