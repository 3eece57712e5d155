/**
 * Transactions that are opened before a page asks for them: when the app starts
 * at their address, and when the reader goes there. The endpoint answers while
 * the page is loaded and drawn. Updates are held until the page takes the
 * opening over.
 */
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import { onAbort } from '../../net/rpc/abort';
import type { TransactionKey } from '../ids';
import type { TransactionUpdate } from './open-trace.api';

/** A page that has not asked by now has lost its code or shows something else; milliseconds. */
const UNCLAIMED = 30_000;

type Listener = (update: TransactionUpdate) => unknown;
type Ended = Promise<Result<undefined, Failure>>;
/** Opens a transaction. An update counts as taken over when the promise of `onUpdate` resolves. */
type Open = (key: TransactionKey, signal: AbortSignal, onUpdate: Listener) => Ended;

type Begun = {
  controller: AbortController;
  updates: HeldUpdates;
  done: Ended;
  timer: ReturnType<typeof setTimeout>;
};

export class BegunOpenings {
  /** The openings that no page has taken over yet, by network and hash. */
  private readonly begun = new Map<string, Begun>();

  constructor(private readonly open: Open) {}

  /** Begins to open a transaction. Until a page takes it over, further calls for the same transaction do nothing. */
  begin(key: TransactionKey): void {
    const name = nameOf(key);
    if (this.begun.has(name)) return;
    const controller = new AbortController();
    const updates = new HeldUpdates();
    const done = this.open(key, controller.signal, (update) => updates.add(update));
    done.catch(() => undefined); // the page that takes it over shows the failure
    const timer = setTimeout(() => {
      this.begun.delete(name);
      controller.abort();
      updates.listen(() => undefined);
    }, UNCLAIMED);
    this.begun.set(name, { controller, updates, done, timer });
  }

  /** Hands the opening that was begun over to `onUpdate`, with the updates so far; opens the transaction where none was begun. */
  take(key: TransactionKey, signal: AbortSignal, onUpdate: Listener): Ended {
    const name = nameOf(key);
    const opening = this.begun.get(name);
    if (opening === undefined) return this.open(key, signal, onUpdate);
    const { controller, updates, done, timer } = opening;
    clearTimeout(timer);
    this.begun.delete(name);
    onAbort(signal, () => controller.abort(signal.reason));
    updates.listen(onUpdate);
    return done;
  }
}

/** Holds updates until somebody listens. The promise of each resolves when the listener has taken it over. */
class HeldUpdates {
  private listener: Listener | undefined;
  private readonly held: { update: TransactionUpdate; taken: (by: unknown) => void }[] = [];

  async add(update: TransactionUpdate): Promise<unknown> {
    if (this.listener !== undefined) return this.listener(update);
    return new Promise((resolve) => this.held.push({ update, taken: resolve }));
  }

  listen(listener: Listener): void {
    this.listener = listener;
    for (const { update, taken } of this.held.splice(0)) taken(listener(update));
  }
}

function nameOf({ networkId, hash }: TransactionKey): string {
  return `${networkId} ${hash}`;
}
