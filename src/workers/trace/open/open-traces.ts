/**
 * The open traces. At most three are held, because each may take hundreds of
 * megabytes; the least recently used one is closed first, and the page gets an event.
 *
 * The work behind the rows of a trace begins when the page has taken the rows
 * over (`complete`), and ends when the trace is closed.
 */

import { FIRST_TOGGLES } from '../../../core/trace/first-toggles';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { readChoice } from '../../../db/reader/read-choice';
import { onAbort } from '../../../net/rpc/abort';
import type { Chains } from '../../chain/chains';
import type { Knowledge, KnowledgeBase } from '../../contracts/knowledge/knowledge-base';
import type { Progress, TraceHandle, TransactionKey } from '../../ids';
import { decoder } from '../decoding/decoder';
import { newHandle } from '../new-handle';
import {
  CLOSED_TRACE_ERROR,
  type OpenedTrace,
  type TraceEvent,
  type TraceSummary,
  type TransactionUpdate,
} from '../open-trace.api';
import type { Opened } from '../opened';
import { failureText } from '../rows/outcome';
import { TraceSession } from '../trace-session';
import { acquireTrace, type ReplayPatience, type WantedTrace } from './acquire-trace';
import { questionOf } from './codes-of-trace';
import { learnAtHand, learnBundled, learnFromNode } from './learn-trace';
import type { GivenTrace } from './opening';

const MAX_OPEN = 3;

export class ClosedTraceError extends Error {
  override readonly name = CLOSED_TRACE_ERROR;
}

/** An open trace, and the work behind its rows. */
type HeldTrace = {
  readonly session: TraceSession;
  /** Ends the work behind its rows. */
  readonly end: AbortController;
  /** Resolves once everything is known that needs no provider. */
  learned: Promise<void>;
};

/** A transaction whose trace is wanted; `made` is the trace where it is at hand. */
export type Wanted = WantedTrace & { made?: Opened };

type Toggles = OpenedTrace['first']['toggles'];

/** Resolves when the page has taken the update over. */
type Report = (update: TransactionUpdate) => Promise<void>;

export class OpenTraces {
  /** Open traces in the order of use, the oldest first. */
  private readonly held = new Map<TraceHandle, HeldTrace>();
  private readonly background = new Set<Promise<void>>();

  constructor(
    private readonly chains: Chains,
    private readonly base: KnowledgeBase,
    private readonly emit: (event: TraceEvent) => void,
    private readonly replayPatience: ReplayPatience | undefined,
  ) {
    base.subscribe((change) => {
      for (const held of this.held.values()) {
        if (change.type === 'buildOutput') void this.follow(held, () => this.learnChain(held));
        else if (held.session.key.networkId === change.networkId) this.announce(held.session);
      }
    });
  }

  /** Returns the open trace. Throws a ClosedTraceError when the handle has none. */
  get(handle: TraceHandle): TraceSession {
    const found = this.held.get(handle);
    if (found === undefined) throw new ClosedTraceError('This trace is no longer open. Open it again.');
    this.held.delete(handle);
    this.held.set(handle, found);
    return found.session;
  }

  /** Returns whether the trace of the transaction is open. */
  isOpen({ networkId, hash }: TransactionKey): boolean {
    return [...this.held.values()].some(({ session: { key } }) => key.networkId === networkId && key.hash === hash);
  }

  /** Resolves once everything is known of an open trace that needs no provider. */
  async learned(handle: TraceHandle): Promise<void> {
    await this.held.get(handle)?.learned;
  }

  close(handle: TraceHandle): void {
    const found = this.held.get(handle);
    found?.end.abort();
    found?.session.opened.replay?.end();
    this.held.delete(handle);
  }

  private drop(handle: TraceHandle): undefined {
    this.close(handle);
  }

  /** Reports to the page that the rows of an open trace show other texts now. */
  announce(session: TraceSession): void {
    const { handle } = session;
    if (this.held.has(handle))
      this.emit({ type: 'view', handle, view: session.newVersion(), outcome: session.outcome() });
  }

  /**
   * Opens the trace and reports its first rows; closes it where the signal ends before they are taken over. Returns
   * undefined where there is none.
   */
  async open(wanted: Wanted, signal: AbortSignal, report: Report): Promise<GivenTrace | undefined> {
    const handle = newHandle();
    const toggles = await readChoice('traceToggles', FIRST_TOGGLES);
    const end = new AbortController();
    const forget = onAbort(signal, () => end.abort(signal.reason));
    const acquired = await this.acquire(wanted, toggles, handle, end, (progress) => {
      void report({ type: 'progress', progress });
    });
    forget();
    if (signal.aborted) return this.drop(handle);
    if (!acquired.ok) {
      await report({ type: 'noTrace', failure: acquired.error });
      return undefined;
    }
    await report({ type: 'opened', trace: acquired.value.session.firstScreen(toggles) });
    if (signal.aborted) return this.drop(handle);
    this.complete(acquired.value);
    return givenOf(acquired.value.session);
  }

  /**
   * Reads the kept trace of a first screen that the page has `taken` over, or will, and reports the rows that differ.
   * Returns undefined where it cannot be read.
   */
  async openBehind(
    wanted: Wanted,
    screen: OpenedTrace,
    end: AbortController,
    taken: Promise<void>,
  ): Promise<GivenTrace | undefined> {
    const { handle } = screen;
    const { toggles } = screen.first;
    if (end.signal.aborted) return undefined;
    const acquired = await this.acquire(wanted, toggles, handle, end, () => {});
    await taken;
    if (end.signal.aborted) return this.drop(handle);
    if (!acquired.ok || !acquired.value.session.opened.cached) {
      // The kept trace could not be read. The page opens it again, and it is acquired anew.
      this.close(handle);
      this.emit({ type: 'closed', handle });
      return undefined;
    }
    const { session } = acquired.value;
    const same = session.isAsOpened && sameScreen(screen, session.firstScreen(toggles));
    if (!same) {
      session.newVersion();
      this.reportReplayed(session);
    }
    const { contracts } = session.knowledge;
    const { version } = contracts;
    const improves = session.opened.mayImprove === true;
    this.complete(acquired.value, () => same && !improves && contracts.version === version);
    return givenOf(session);
  }

  /**
   * Acquires the trace and holds it under the handle, with the names that are kept or follow from the code that ran. For
   * a trace that was not kept, the bundled signatures, a large table, are read behind the first rows.
   */
  private async acquire(
    wanted: Wanted,
    toggles: Toggles,
    handle: TraceHandle,
    end: AbortController,
    onProgress: (progress: Progress) => void,
  ): Promise<Result<HeldTrace, Failure>> {
    const { key, made, receipt } = wanted;
    // The words of a failure come beside what it is executed on. What does not come is asked for again by `learnAtHand`.
    if (receipt.status === 'failed') void Promise.all([failureText.load(), decoder.load()]).catch(() => undefined);
    const acquiring =
      made === undefined
        ? acquireTrace(this.chains, wanted, {
            signal: end.signal,
            replayPatience: this.replayPatience,
            onProgress: (progress) => {
              // Once rows are shown, this is the progress of the execution behind them.
              if (this.held.has(handle)) this.emit({ type: 'replaying', handle, progress });
              else onProgress(progress);
            },
          })
        : ok(made);
    const [opened] = await Promise.all([
      acquiring,
      // Labels are read again, because another tab may have changed them.
      this.base.readLabels(key.networkId, true),
    ]);
    if (!opened.ok) return opened;
    const session = new TraceSession(handle, key, opened.value, this.knowledgeOfBlock(key), toggles);
    await learnAtHand(session, opened.value.replayed);
    if (opened.value.cached) await learnBundled(session);
    if (end.signal.aborted) return fail(failure('cancelled', 'Cancelled.'));
    const held = this.hold(session, end);
    // Not before questions can be answered: executing leaves them little time.
    if (wanted.wantsSteps && opened.value.verification) opened.value.replay?.get().catch(() => {}); // told to whoever asks for steps
    return ok(held);
  }

  /** Opens the trace of a simulation, which this worker has made. */
  async show(key: TransactionKey, opened: Opened): Promise<TraceSummary> {
    await this.base.readLabels(key.networkId);
    const session = new TraceSession(newHandle(), key, opened, this.knowledgeOfBlock(key));
    await Promise.all([learnAtHand(session, opened.replayed), learnBundled(session)]);
    const held = this.hold(session, new AbortController());
    held.learned = this.follow(held, () => this.learnChain(held));
    return session.summary();
  }

  /**
   * Does the work that begins when the page has the first rows: asks the chain about contracts, waits for the replay
   * behind the rows, and keeps trace and first screen. `isScreenKept` says whether the kept first screen is still true.
   */
  private complete(held: HeldTrace, isScreenKept: () => boolean = () => false): void {
    const { session, end } = held;
    const { scheduler } = this.chains;
    const { key } = session;
    const keep = () =>
      scheduler.run('kept', async () => {
        // This code is loaded behind the rows, with the database.
        const { keepTrace } = await import('./keep-trace');
        await keepTrace(key, session.opened);
      });
    held.learned = this.follow(held, () => this.learnChain(held));
    if (session.opened.isSimulated || session.opened.lacksReceipt !== undefined) return;
    const improved =
      session.opened.mayImprove === true
        ? this.follow(held, () => this.improve(held).then(keep))
        : this.follow(held, keep);
    void this.follow(held, async () => {
      await Promise.all([held.learned, improved]);
      if (end.signal.aborted) return;
      if (!isScreenKept()) await scheduler.run('kept', () => keepScreen(session));
      await this.prove(held);
    });
  }

  /** Proves what can be proven of a replay that this visit made, reports the result to the page, and keeps it. */
  private async prove({ session, end }: HeldTrace): Promise<void> {
    const { chains } = this;
    const { key, opened } = session;
    const replayed = opened.cached ? undefined : (await opened.replay?.get())?.replayed;
    if (replayed?.verification === undefined || end.signal.aborted) return;
    const receipt = await opened.wholeReceipt(end.signal);
    if (!receipt.ok) return;
    const { proveOpened } = await import('../proof/prove-opened');
    const mined = { transaction: opened.transaction, receipt: receipt.value };
    const { contracts } = session.knowledge;
    const { version } = contracts;
    const told = { contracts, addresses: session.touched.contracts, proxies: questionOf(session).proxies };
    const checked = await proveOpened(chains, key.networkId, mined, replayed, told, end.signal);
    if (end.signal.aborted || checked === undefined) return;
    if (contracts.version !== version) this.announce(session);
    const verification = session.proved(checked);
    if (verification === undefined) return;
    this.emit({ type: 'proven', handle: session.handle, verification, doubt: session.summary().doubt });
    await chains.scheduler.run('kept', async () => {
      const { deleteTrace, saveChecks } = await import('../../../db/traces/traces');
      if (checked.contradiction !== undefined) return deleteTrace(key);
      await saveChecks(key, receipt.value.blockHash, checked);
      await keepScreen(session);
    });
  }

  /** Resolves once no work is left behind any rows. */
  async settled(): Promise<void> {
    while (this.background.size > 0) await Promise.all(this.background);
  }

  /** Makes room for the trace and holds it. */
  private hold(session: TraceSession, end: AbortController): HeldTrace {
    const held: HeldTrace = { session, end, learned: Promise.resolve() };
    this.held.set(session.handle, held);
    for (const handle of [...this.held.keys()].slice(0, Math.max(0, this.held.size - MAX_OPEN))) {
      this.close(handle);
      this.emit({ type: 'closed', handle });
    }
    return held;
  }

  /**
   * Returns the knowledge of a network with the delegations and proxies of the block of the transaction, not today's.
   */
  private knowledgeOfBlock({ networkId }: TransactionKey): Knowledge {
    const knowledge = this.base.of(networkId);
    return { ...knowledge, contracts: knowledge.contracts.inOneBlock() };
  }

  /** Learns of the contracts what the bundled table and the chain tell. Reports all of it to the page in one step. */
  private async learnChain({ session, end }: HeldTrace): Promise<void> {
    await this.chains.scheduler.run('next', async () => {
      await this.base.importConfigured();
      // The rows are shown, so the reader's next question goes before their names.
      const rpc = (await this.chains.rpc(session.key.networkId)).lane('next');
      if (await learnFromNode(session, rpc, end.signal)) this.announce(session);
    });
  }

  /** Waits for the execution behind the rows, and reports to the page how it ended and which names it gave. */
  private async improve(held: HeldTrace): Promise<void> {
    const { session } = held;
    const attempt = await session.opened.replay?.get();
    if (attempt === undefined || !this.held.has(session.handle)) return;
    session.replayEnded(attempt);
    await Promise.all([learnAtHand(session, attempt.replayed), learnBundled(session)]);
    this.reportReplayed(session);
    if (attempt.replayed) await this.learnChain(held);
  }

  /** Reports to the page that other rows replaced the rows it has. */
  private reportReplayed(session: TraceSession): void {
    this.emit({
      type: 'replayed',
      handle: session.handle,
      summary: session.summary(),
      outcome: session.outcome(),
    });
  }

  /** Does `work` behind the rows of an open trace; its signal ends when the trace is closed. */
  doBehind(handle: TraceHandle, work: (signal: AbortSignal) => Promise<void>): void {
    const held = this.held.get(handle);
    if (held !== undefined) void this.follow(held, () => work(held.end.signal));
  }

  /** Does `work` in the background while the trace is open. */
  private follow({ end }: HeldTrace, work: () => Promise<void>): Promise<void> {
    const done = work().catch((error: unknown) => {
      if (!end.signal.aborted) throw error;
    });
    this.background.add(done);
    const forget = () => this.background.delete(done);
    done.then(forget, forget);
    return done;
  }
}

function givenOf({ handle, opened }: TraceSession): GivenTrace {
  return { handle, isFromFile: opened.fromFile === true };
}

async function keepScreen(session: TraceSession): Promise<void> {
  const { keepFirstScreen } = await import('./keep-trace');
  await keepFirstScreen(session.key, session);
}

/** Returns whether the two show the same; their handles may differ. The keys of both are in the same order. */
function sameScreen(a: OpenedTrace, b: OpenedTrace): boolean {
  const text = (screen: OpenedTrace) =>
    JSON.stringify({ ...screen, handle: 0 }, (_, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item));
  return text(a) === text(b);
}
