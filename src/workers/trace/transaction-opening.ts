/**
 * Opening a transaction, in one act:
 *
 *     record → first rows → (confirmed, verified, named, kept)
 *
 * Each part is reported to the page as soon as it is available. The work after
 * the first rows begins when the page has taken them over. This file does not
 * need the code for traces: that is loaded while the endpoint is answering, or
 * once the page shows the record.
 */
import type { Failure } from '../../core/values/failure';
import { ok, type Result } from '../../core/values/result';
import { onAbort } from '../../net/rpc/abort';
import type { Rpc } from '../../net/rpc/rpc';
import type { Chains } from '../chain/chains';
import { isNear } from '../chain/endpoint-latency';
import type { Loaded, TransactionRequest } from '../chain/transaction-request';
import type { TransactionStore } from '../chain/transaction-store';
import type { TraceHandle, TransactionKey } from '../ids';
import { delay } from '../wait';
import { beginEarly, type EarlyAnswers } from './early-answers';
import { type KeptScreen, readKeptScreen } from './kept-screen';
import { newHandle } from './new-handle';
import type { TransactionUpdate } from './open-trace.api';
import type { OpenTraces } from './open-traces';
import type { ShownScreens } from './shown-screens';

/** Time between two requests for a pending transaction, milliseconds: a third of Ethereum's block time, which public endpoints bear. */
const PENDING_INTERVAL = 4_000;
/**
 * When each answer of a near endpoint comes within this time, milliseconds, the page shows the record before the code for
 * traces is loaded, so that the two do not compete for line and processor. A near node that takes longer is mostly busy
 * with the steps of a large transaction.
 */
const QUICK_ANSWER = 150;

export class TransactionOpening {
  /** The trace that is shown. */
  private handle: TraceHandle | undefined;
  private isPendingReported = false;
  /** Resolves when the page shows the last reported record. */
  private recordShown: Promise<void> = Promise.resolve();

  constructor(
    private readonly chains: Chains,
    private readonly transactions: TransactionStore,
    private readonly traces: () => Promise<OpenTraces>,
    private readonly screens: ShownScreens,
    private readonly key: TransactionKey,
    private readonly signal: AbortSignal,
    private readonly onUpdate: (update: TransactionUpdate) => unknown,
  ) {}

  /** Resolves once the record is confirmed and the trace is open or cannot be had. Fails when nothing is known of the transaction. */
  async run(): Promise<Result<undefined, Failure>> {
    await this.chains.config();
    const reading = readKeptScreen(this.key);
    reading.catch(() => {}); // It is reported below, where the screen is used.
    const kept = await this.transactions.readKept(this.key);
    if (kept?.record.receipt === undefined) return this.openFetched();
    // The page draws the record and the rows at once.
    const screen = await reading;
    this.reportRecord(kept);
    await this.chains.scheduler.run('shown', () => this.openKept(kept, screen));
    this.transactions.noteUse(this.key);
    return this.confirm(kept);
  }

  /** Asks an endpoint repeatedly until the transaction is in a block. */
  private async openFetched(): Promise<Result<undefined, Failure>> {
    for (;;) {
      const loaded = await this.chains.scheduler.run('shown', () => this.fetchAndOpen());
      if (!loaded.ok) return loaded;
      if (loaded.value.record.receipt !== undefined) return ok(undefined);
      await delay(PENDING_INTERVAL);
      this.signal.throwIfAborted();
    }
  }

  private async fetchAndOpen(): Promise<Result<Loaded, Failure>> {
    const { chains, key, signal } = this;
    const rpc = await chains.rpc(key.networkId);
    const requested = this.transactions.request(rpc, key, signal);
    const fetched = this.transactions.fetch(key, signal, false, requested).then((loaded) => {
      if (loaded.ok) this.reportRecord(loaded.value);
      return loaded;
    });
    const early = this.beginTrace(rpc, requested, fetched);
    try {
      const loaded = await fetched;
      if (loaded.ok) await this.openLoaded(loaded.value, early);
      else (await early)?.end();
      return loaded;
    } catch (error) {
      (await early)?.end();
      throw error;
    }
  }

  /** Loads the code for traces and begins to execute. Where the endpoint takes long, both begin before the receipt arrives. */
  private async beginTrace(
    rpc: Rpc,
    requested: TransactionRequest,
    fetched: Promise<Result<Loaded, Failure>>,
  ): Promise<EarlyAnswers | undefined> {
    const { chains, key } = this;
    if (isNear(await chains.endpoints(key.networkId)) && (await isQuick([requested.transaction, fetched]))) {
      const loaded = await fetched;
      if (!loaded.ok || loaded.value.record.receipt === undefined) return undefined;
      await this.recordShown;
    }
    // A failure to load it is reported where the code is needed.
    this.traces().catch(() => {});
    return beginEarly(chains, rpc, key, requested);
  }

  /** Asks the endpoint, behind the rows, whether the kept record is still true; opens the trace anew where it is not. */
  private async confirm(kept: Loaded): Promise<Result<undefined, Failure>> {
    const { chains, transactions, key, signal } = this;
    const confirmed = await chains.scheduler.run('next', () => transactions.fetch(key, signal, true));
    signal.throwIfAborted();
    if (!confirmed.ok) {
      await this.report({ type: 'unconfirmed', failure: confirmed.error });
      return ok(undefined);
    }
    const { record } = confirmed.value;
    if (record.receipt?.blockHash === kept.record.receipt?.blockHash) {
      await this.report({ type: 'record', record });
      const shown = this.handle;
      if (shown === undefined || !(await this.traces()).isFromFile(shown)) return ok(undefined);
      // The rows of the file stay until those of the endpoint arrive.
      await chains.scheduler.run('shown', () => this.openLoaded(confirmed.value));
      (await this.traces()).close(shown);
      return ok(undefined);
    }
    if (this.handle !== undefined) (await this.traces()).close(this.handle);
    this.reportRecord(confirmed.value);
    await chains.scheduler.run('shown', () => this.openLoaded(confirmed.value));
    return record.receipt === undefined ? this.openFetched() : ok(undefined);
  }

  private reportRecord({ record }: Loaded): void {
    const isPending = record.receipt === undefined;
    // A pending transaction is asked for repeatedly and reported once.
    if (!isPending || !this.isPendingReported) this.recordShown = this.report({ type: 'record', record });
    this.isPendingReported = isPending;
  }

  /** Reports the first screen that is kept of the trace, and reads the trace once the page has taken the screen over. Without a screen of the record's block, opens the trace. */
  private async openKept(kept: Loaded, screen: KeptScreen | undefined): Promise<void> {
    const { key, signal } = this;
    const { receipt } = kept.record;
    if (receipt === undefined || screen?.blockHash !== receipt.blockHash) return this.openLoaded(kept);
    signal.throwIfAborted();
    const trace = { ...screen.screen, handle: newHandle() };
    this.handle = trace.handle;
    const end = new AbortController();
    const read = this.report({ type: 'opened', trace }).then(async () => {
      const traces = await this.traces();
      await traces.openBehind({ key, loaded: kept, receipt, early: undefined }, trace, end);
    });
    this.screens.add(trace.handle, read, end);
    // Once the trace is read, it stays open until it is closed.
    const forget = onAbort(signal, () => end.abort(signal.reason));
    await read.finally(forget);
  }

  /** Opens the trace of a mined transaction. */
  private async openLoaded(loaded: Loaded, early?: Promise<EarlyAnswers | undefined>): Promise<void> {
    const { key, signal } = this;
    const { receipt } = loaded.record;
    const begun = await early;
    if (receipt === undefined) {
      begun?.end();
      return;
    }
    const traces = await this.traces();
    signal.throwIfAborted();
    this.handle = newHandle();
    const wanted = { key, loaded, receipt, early: begun };
    await traces.open(wanted, this.handle, signal, (update) => this.report(update));
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

/** Whether each answer comes less than `QUICK_ANSWER` after the one before it; they come in this order. */
async function isQuick(answers: readonly Promise<object>[]): Promise<boolean> {
  for (const answer of answers) {
    if ((await Promise.race([answer, delay(QUICK_ANSWER)])) === undefined) return false;
  }
  return true;
}
