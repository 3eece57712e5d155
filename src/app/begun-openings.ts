/**
 * Opens a transaction before anything of its page is drawn: when the app starts
 * at its address, and when the reader goes there. What an endpoint takes to
 * answer, the page takes to load and to render. What the worker tells is held
 * until the page takes the opening over.
 */
import type { Hash } from '../core/chain/primitives';
import type { Failure } from '../core/failure';
import type { Result } from '../core/result';
import type { Workers } from '../workers/client';
import type { JobId, TransactionKey } from '../workers/ids';
import type { TransactionUpdate } from '../workers/trace/open-trace.api';
import { fixedNetwork } from './networks';
import type { Wiring } from './wiring';

type Listener = (update: TransactionUpdate) => Promise<void> | undefined;

export type EarlyOpening = {
  job: JobId;
  /** Calls `listener` with the updates so far, and with each later one. */
  listen(listener: Listener): void;
  done: Promise<Result<undefined, Failure>>;
};

/** A page that has not asked by now has lost its code or shows something else; milliseconds. The worker then ends the opening. */
const UNCLAIMED = 30_000;
/** `/{network}/tx/{hash}`, and `/tx/{hash}` where one network is all there is. */
const PATH = /^(?:\/([^/]+))?\/tx\/(0x[0-9a-f]{64})(?:\/|$)/i;

/** Those that no page has taken over yet, by network and hash. */
const openings = new Map<string, { early: EarlyOpening; timer: ReturnType<typeof setTimeout> }>();
let count = 0;

/** Begins, where the path is that of a transaction and the configuration alone says whose. */
export function openEarly({ config, workers }: Pick<Wiring, 'config' | 'workers'>, path: string): void {
  const [, segment, hash] = PATH.exec(path) ?? [];
  const network = hash === undefined ? undefined : fixedNetwork(config, segment);
  if (hash === undefined || network === undefined) return;
  beginOpening(workers, { networkId: network.id, hash: hash.toLowerCase() as Hash });
}

/** Opens a transaction for the page that comes, once for all who begin before a page takes it over. */
export function beginOpening({ trace }: Pick<Workers, 'trace'>, key: TransactionKey): void {
  const name = nameOf(key);
  if (openings.has(name)) return;
  count++;
  const job = `early-${count}` as JobId;
  const updates = holdUpdates();
  const done = trace.openTransaction(job, key, updates.tell);
  done.catch(() => undefined); // whoever takes it over says so
  const timer = setTimeout(() => {
    openings.delete(name);
    void trace.cancel(job).catch(() => undefined);
    updates.listen(() => undefined);
  }, UNCLAIMED);
  openings.set(name, { early: { job, listen: updates.listen, done }, timer });
}

/** The opening of `key`, for the first who takes it over; undefined when none was begun. */
export function takeEarlyOpening(key: TransactionKey): EarlyOpening | undefined {
  const opening = openings.get(nameOf(key));
  if (opening === undefined) return undefined;
  clearTimeout(opening.timer);
  openings.delete(nameOf(key));
  return opening.early;
}

function nameOf({ networkId, hash }: TransactionKey): string {
  return `${networkId} ${hash}`;
}

/** Holds updates until somebody listens. The promise of each resolves when the listener has taken it over. */
export function holdUpdates(): { tell(update: TransactionUpdate): Promise<void>; listen(listener: Listener): void } {
  let listener: Listener | undefined;
  const held: { update: TransactionUpdate; taken: (by: Promise<void> | undefined) => void }[] = [];
  return {
    async tell(update) {
      if (listener !== undefined) return listener(update);
      return new Promise<void>((resolve) => held.push({ update, taken: (by) => resolve(by) }));
    },
    listen(given) {
      listener = given;
      for (const { update, taken } of held.splice(0)) taken(given(update));
    },
  };
}
