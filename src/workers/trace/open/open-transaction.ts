/**
 * The work of opening a transaction, in one act:
 *
 *     record → first rows → (confirmed, verified, named, kept)
 *
 * `opening.ts` says which step follows. Each part is reported to the page as
 * soon as it is available. The work after the first rows begins when the page
 * has taken them over. This file does not need the code for traces: that is
 * loaded while the endpoint is answering, or once the page shows the record.
 */

import { isUnminedHash } from '../../../core/simulation/simulation-hash';
import type { Failure } from '../../../core/values/failure';
import type { Result } from '../../../core/values/result';
import { askKept } from '../../../db/database';
import { onAbort } from '../../../net/rpc/abort';
import type { Rpc } from '../../../net/rpc/rpc';
import type { Chains } from '../../chain/chains';
import { isNear } from '../../chain/endpoint-latency';
import type { TransactionRequest } from '../../chain/transaction-request';
import type { TransactionStore } from '../../chain/transaction-store';
import type { TraceHandle, TransactionKey } from '../../ids';
import type { Priority } from '../../scheduling/scheduler';
import { delay } from '../../scheduling/wait';
import { newHandle } from '../new-handle';
import type { OpenedTrace, TransactionUpdate, Wish } from '../open-trace.api';
import type { beginEarly, EarlyAnswers } from './begin-early';
import type { OpenTraces, Wanted } from './open-traces';
import {
  after,
  firstStep,
  type GivenTrace,
  type KeptScreen,
  type Next,
  type Opening,
  type Repeated,
  type Step,
} from './opening';
import { THIS_BUILD } from './this-build';

/** Time between two requests for a pending transaction, milliseconds: a third of Ethereum's block time, which public endpoints bear. */
const PENDING_INTERVAL = 4_000;
/**
 * When each answer of a near endpoint comes within this time, milliseconds, the page shows the record before the code for
 * traces is loaded, so that the two do not compete for line and processor. A near node that takes longer is mostly busy
 * with the steps of a large transaction.
 */
const QUICK_ANSWER = 150;

type Parts = {
  chains: Chains;
  transactions: TransactionStore;
  screens: ShownScreens;
  /** Loads the code for traces. */
  traces(): Promise<OpenTraces>;
  beginEarly: typeof beginEarly;
  /** Runs a step of a kept simulation once more. */
  repeat(key: TransactionKey, signal: AbortSignal): Promise<Result<Repeated, Failure>>;
};

export class TransactionOpening {
  private at: Step;
  /** Resolves when the page has taken over what the last step told. */
  private told: Promise<void> = Promise.resolve();

  constructor(
    private readonly parts: Parts,
    private readonly key: TransactionKey,
    private readonly signal: AbortSignal,
    private readonly onUpdate: (update: TransactionUpdate) => unknown,
    private readonly wish: Wish = {},
  ) {
    this.at = firstStep(isUnminedHash(key.hash));
  }

  /** Resolves once the record is confirmed and the trace is open or cannot be had. Fails when nothing is known of the transaction. */
  async run(): Promise<Result<undefined, Failure>> {
    const { key, signal } = this;
    const { chains, transactions, repeat } = this.parts;
    await chains.config();
    for (;;) {
      const { at } = this;
      switch (at.step) {
        case 'reading': {
          const reading = readKeptScreen(key);
          reading.catch(() => {}); // It is reported below, where the screen is used.
          const kept = await transactions.readKept(key);
          // The page draws the record and the rows at once.
          this.follow(after.reading(kept, kept?.record.receipt && (await reading)));
          break;
        }
        case 'repeating':
          this.follow(after.repeating(await chains.scheduler.run('shown', () => repeat(key, signal))));
          break;
        case 'asking':
          await chains.scheduler.run(this.turn, () => this.ask(at));
          break;
        case 'waiting':
          await delay(PENDING_INTERVAL);
          signal.throwIfAborted();
          this.follow(after.waiting());
          break;
        case 'opening':
          await chains.scheduler.run(this.turn, () => this.open(at));
          break;
        case 'confirming': {
          transactions.noteUse(key);
          const answer = await chains.scheduler.run('next', () => transactions.fetch(key, signal, true));
          signal.throwIfAborted();
          const next = after.confirming(at, answer);
          if (next.close !== undefined) (await this.parts.traces()).close(next.close);
          this.follow(next);
          break;
        }
        case 'ended':
          await this.told;
          return at.result;
      }
    }
  }

  /** Priority of the work: an opening that nobody waits for yet must not hold up the page that is open. */
  private get turn(): Priority {
    return this.wish.isAhead ? 'next' : 'shown';
  }

  private follow({ to, tell }: Next): void {
    this.at = to;
    if (tell !== undefined) this.told = this.report(tell);
  }

  /** Asks an endpoint, and opens what is mined: nothing else is to come in between. */
  private async ask(at: Extract<Step, { step: 'asking' }>): Promise<void> {
    const { key, signal } = this;
    const { chains, transactions } = this.parts;
    const rpc = await chains.rpc(key.networkId);
    const requested = transactions.request(rpc, key, signal);
    const fetched = transactions.fetch(key, signal, false, requested).then(async (answer) => {
      const lacks = !answer.ok && answer.error.lacksReceipt;
      const made = lacks
        ? await (await import('./open-without-receipt')).openWithoutReceipt(chains, rpc, requested, signal)
        : undefined;
      this.follow(after.asking(at, made ?? answer));
    });
    const early = this.beginTrace(rpc, requested, fetched);
    try {
      await fetched;
      const begun = await early;
      if (this.at.step !== 'opening' || this.at.made) begun?.end();
      if (this.at.step === 'opening') await this.open(this.at, begun);
    } catch (error) {
      (await early)?.end();
      throw error;
    }
  }

  /** Loads the code for traces and begins to execute. Where the endpoint takes long, both begin before the receipt arrives. */
  private async beginTrace(
    rpc: Rpc,
    requested: TransactionRequest,
    fetched: Promise<void>,
  ): Promise<EarlyAnswers | undefined> {
    const { key } = this;
    const { chains, traces, beginEarly } = this.parts;
    if (isNear(await chains.endpoints(key.networkId)) && (await isQuick([requested.transaction, fetched]))) {
      await fetched;
      if (this.at.step !== 'opening') return undefined;
      await this.told;
    }
    // A failure to load it is reported where the code is needed.
    traces().catch(() => {});
    return beginEarly(chains, rpc, key, requested);
  }

  /** Gives the page the first rows of the trace, or the first screen that was kept of it, and reads the trace behind that. */
  private async open(at: Opening, early?: EarlyAnswers): Promise<void> {
    const wanted = { ...at, key: this.key, early, wantsSteps: this.wish.wantsSteps ?? false };
    const given = await (at.screen === undefined ? this.giveRows(wanted) : this.giveScreen(wanted, at.screen));
    if (at.insteadOf !== undefined) (await this.parts.traces()).close(at.insteadOf);
    this.follow(after.opening(at, given));
  }

  private async giveRows(wanted: Wanted): Promise<GivenTrace | undefined> {
    const traces = await this.parts.traces();
    this.signal.throwIfAborted();
    return traces.open(wanted, this.signal, (update) => this.report(update));
  }

  /** Reads the trace once the page has taken its first screen over; at once where its steps are wanted, which take longest. */
  private async giveScreen(wanted: Wanted, kept: OpenedTrace): Promise<GivenTrace | undefined> {
    const { signal } = this;
    signal.throwIfAborted();
    // While the page takes the screen over. What could not be loaded is loaded again where it is needed.
    void import('./read-kept').catch(() => undefined);
    const screen = { ...kept, handle: newHandle() };
    const end = new AbortController();
    const taken = this.report({ type: 'opened', trace: screen });
    const read = (wanted.wantsSteps ? Promise.resolve() : taken).then(async () => {
      const traces = await this.parts.traces();
      return traces.openBehind(wanted, screen, end, taken);
    });
    this.parts.screens.add(screen.handle, read, end);
    // Once the trace is read, it stays open until it is closed.
    const forget = onAbort(signal, () => end.abort(signal.reason));
    return read.finally(forget);
  }

  /** Sends the update to the page; resolves when the page has taken it over. */
  private async report(update: TransactionUpdate): Promise<void> {
    try {
      await this.onUpdate(update);
    } catch {
      // The page reports its own errors. What follows here does not depend on it.
    }
  }
}

/** Returns whether each answer comes less than `QUICK_ANSWER` after the one before it; they come in this order. */
async function isQuick(answers: readonly Promise<unknown>[]): Promise<boolean> {
  for (const answer of answers) {
    if (!(await Promise.race([answer.then(() => true), delay(QUICK_ANSWER)]))) return false;
  }
  return true;
}

/**
 * Returns whether a mined transaction opens without asking anybody far away: its first screen is kept, or the endpoint is
 * near. False for what would have to be simulated.
 */
export async function isAtHand(chains: Pick<Chains, 'endpoints'>, key: TransactionKey): Promise<boolean> {
  if (isUnminedHash(key.hash)) return false;
  return isNear(await chains.endpoints(key.networkId)) || (await readKeptScreen(key)) !== undefined;
}

/** Returns the kept first screen if this build made it, with the reader's present toggles; else undefined. Reading it needs no code for traces. Its handle is of an earlier opening. */
function readKeptScreen(key: TransactionKey): Promise<KeptScreen | undefined> {
  return askKept(undefined, async () => {
    const [{ readPreference }, { readFirstScreen }] = await Promise.all([
      import('../../../db/reader/preferences'),
      import('../../../db/traces/first-screen-cache'),
    ]);
    const [toggles, kept] = await Promise.all([readPreference('traceToggles'), readFirstScreen(key)]);
    if (kept === undefined || kept.made !== THIS_BUILD) return undefined;
    const screen = kept.screen as OpenedTrace;
    const isSame = JSON.stringify(screen.first.toggles) === JSON.stringify(toggles);
    return isSame ? { blockHash: kept.blockHash, screen } : undefined;
  });
}

type Unread = {
  /** Settles once the trace is read, or cannot be. */
  read: Promise<unknown>;
  /** Ends the reading of the trace. */
  end: AbortController;
};

/** Kept traces that the page shows by their first screen while the code for traces is loaded and they are read. */
export class ShownScreens {
  private readonly shown = new Map<TraceHandle, Unread>();

  /** Makes calls for the handle wait until `read` has settled. */
  add(handle: TraceHandle, read: Promise<unknown>, end: AbortController): void {
    this.shown.set(handle, { read, end });
    const forget = () => this.shown.delete(handle);
    read.then(forget, forget);
  }

  /** Resolves once the trace of the handle is read; at once where no first screen stands for it. */
  async read(handle: TraceHandle): Promise<void> {
    await this.shown.get(handle)?.read.catch(() => {}); // who opened the trace reports the failure
  }

  close(handle: TraceHandle): void {
    this.shown.get(handle)?.end.abort();
  }
}
