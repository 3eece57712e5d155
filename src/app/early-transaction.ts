/**
 * Opens the transaction in the address of the page before anything of the page
 * is drawn: what an endpoint takes to answer, the page takes to render. What
 * the worker tells is held until the page takes the opening over.
 */
import type { Hash } from '../core/chain/primitives';
import type { Failure } from '../core/failure';
import type { Result } from '../core/result';
import type { JobId, TransactionKey } from '../workers/ids';
import type { TransactionUpdate } from '../workers/trace/open-trace.api';
import { fixedNetwork } from './networks';
import type { Wiring } from './wiring';

type Listener = (update: TransactionUpdate) => Promise<void> | undefined;

export type EarlyOpening = {
  job: JobId;
  /** Calls `listener` with what was told so far, and with all that follows. */
  listen(listener: Listener): void;
  done: Promise<Result<undefined, Failure>>;
};

const EARLY = 'early' as JobId;
/** A page that has not asked by now has lost its code or shows something else; milliseconds. The worker then ends the opening. */
const UNCLAIMED = 30_000;
/** `/{network}/tx/{hash}`, and `/tx/{hash}` where one network is all there is. */
const PATH = /^(?:\/([^/]+))?\/tx\/(0x[0-9a-f]{64})(?:\/|$)/i;

let opening: { key: TransactionKey; early: EarlyOpening; timer: ReturnType<typeof setTimeout> } | undefined;

/** Begins, where the path is that of a transaction and the configuration alone says whose. */
export function openEarly({ config, workers }: Pick<Wiring, 'config' | 'workers'>, path: string): void {
  const [, segment, hash] = PATH.exec(path) ?? [];
  const network = hash === undefined ? undefined : fixedNetwork(config, segment);
  if (hash === undefined || network === undefined) return;
  const key = { networkId: network.id, hash: hash.toLowerCase() as Hash };
  const updates = holdUpdates();
  const done = workers.trace.openTransaction(EARLY, key, updates.tell);
  done.catch(() => undefined); // whoever takes it over says so
  const timer = setTimeout(() => {
    opening = undefined;
    void workers.trace.cancel(EARLY).catch(() => undefined);
    updates.listen(() => undefined);
  }, UNCLAIMED);
  opening = { key, early: { job: EARLY, listen: updates.listen, done }, timer };
}

/** The opening of `key`, for the first who takes it over; undefined when none was begun. */
export function takeEarlyOpening({ networkId, hash }: TransactionKey): EarlyOpening | undefined {
  if (opening?.key.networkId !== networkId || opening.key.hash !== hash) return undefined;
  const { early, timer } = opening;
  clearTimeout(timer);
  opening = undefined;
  return early;
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
