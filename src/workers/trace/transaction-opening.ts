/**
 * Opening a transaction, in one act:
 *
 *     record → first rows → (confirmed, verified, named, kept)
 *
 * Each part is told as soon as it is there. What comes after the first rows
 * begins when the page has taken them over. Nothing here needs the code for
 * traces: it is loaded while the endpoint lets the reader wait, or once the
 * page shows the record.
 */
import type { Failure } from '../../core/failure';
import { ok, type Result } from '../../core/result';
import type { Rpc } from '../../net/rpc/rpc';
import type { Chains } from '../chain/chains';
import { isNear } from '../chain/endpoint-latency';
import type { TransactionRequest } from '../chain/transaction-request';
import type { Loaded, TransactionStore } from '../chain/transaction-store';
import type { TraceHandle, TransactionKey } from '../ids';
import { after } from '../wait';
import { beginEarly, type EarlyAnswers } from './early-answers';
import type { TransactionUpdate } from './open-trace.api';
import type { OpenTraces } from './open-traces';

/** Between two questions after a pending transaction: a third of a block's time on Ethereum, and many endpoints are public; milliseconds. */
const PENDING_INTERVAL = 4_000;
/**
 * Of a near endpoint whose answers each come within this, the page shows the record before the code for traces is
 * loaded: neither takes line and processor from the other. A near node that takes longer is mostly busy with all steps of
 * a large transaction; milliseconds.
 */
const QUICK_ANSWER = 150;

export class TransactionOpening {
  /** The trace that is shown. */
  private handle: TraceHandle | undefined;
  private isToldPending = false;
  /** Resolves when the page shows the last record that was told. */
  private recordShown: Promise<void> = Promise.resolve();

  constructor(
    private readonly chains: Chains,
    private readonly transactions: TransactionStore,
    private readonly traces: () => Promise<OpenTraces>,
    private readonly key: TransactionKey,
    private readonly signal: AbortSignal,
    private readonly onUpdate: (update: TransactionUpdate) => unknown,
  ) {}

  /** Resolves once the record is confirmed and the trace is open, or cannot be had. Fails where nothing is known of the transaction. */
  async run(): Promise<Result<undefined, Failure>> {
    await this.chains.config();
    const kept = await this.transactions.readKept(this.key);
    if (kept?.record.receipt === undefined) return this.openFetched();
    this.tellRecord(kept);
    await this.chains.scheduler.run('shown', () => this.openLoaded(kept));
    return this.confirm(kept);
  }

  /** Asks an endpoint, until the transaction is in a block. */
  private async openFetched(): Promise<Result<undefined, Failure>> {
    for (;;) {
      const loaded = await this.chains.scheduler.run('shown', () => this.fetchAndOpen());
      if (!loaded.ok) return loaded;
      if (loaded.value.record.receipt !== undefined) return ok(undefined);
      await after(PENDING_INTERVAL);
      this.signal.throwIfAborted();
    }
  }

  private async fetchAndOpen(): Promise<Result<Loaded, Failure>> {
    const { chains, key, signal } = this;
    const rpc = await chains.rpc(key.networkId);
    const requested = this.transactions.request(rpc, key, signal);
    const fetched = this.transactions.fetch(key, signal, false, requested).then((loaded) => {
      if (loaded.ok) this.tellRecord(loaded.value);
      return loaded;
    });
    const early = this.beginTrace(rpc, requested, fetched);
    const loaded = await fetched;
    if (loaded.ok) await this.openLoaded(loaded.value, early);
    else (await early)?.end();
    return loaded;
  }

  /** Loads the code for traces and begins to execute, before the receipt is there where the endpoint takes long. */
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
    // That it cannot be had is told when it is needed.
    this.traces().catch(() => {});
    return beginEarly(chains, rpc, key, requested);
  }

  /** Asks the endpoint whether what was kept is still so, behind the rows; opens the trace anew where it is not. */
  private async confirm(kept: Loaded): Promise<Result<undefined, Failure>> {
    const { chains, transactions, key, signal } = this;
    const confirmed = await chains.scheduler.run('next', () => transactions.fetch(key, signal, true));
    signal.throwIfAborted();
    if (!confirmed.ok) {
      await this.tell({ type: 'unconfirmed', failure: confirmed.error });
      return ok(undefined);
    }
    const { record } = confirmed.value;
    if (record.receipt?.blockHash === kept.record.receipt?.blockHash) {
      await this.tell({ type: 'record', record });
      const shown = this.handle;
      if (shown === undefined || !(await (await this.traces()).isFromFile(shown))) return ok(undefined);
      // The rows of the file stay until the endpoint's are there.
      await chains.scheduler.run('shown', () => this.openLoaded(confirmed.value));
      (await this.traces()).close(shown);
      return ok(undefined);
    }
    if (this.handle !== undefined) (await this.traces()).close(this.handle);
    this.tellRecord(confirmed.value);
    await chains.scheduler.run('shown', () => this.openLoaded(confirmed.value));
    return record.receipt === undefined ? this.openFetched() : ok(undefined);
  }

  private tellRecord({ record }: Loaded): void {
    const isPending = record.receipt === undefined;
    // Asked again, a pending one is told once.
    if (!isPending || !this.isToldPending) this.recordShown = this.tell({ type: 'record', record });
    this.isToldPending = isPending;
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
    this.handle = traces.newHandle();
    const wanted = { key, loaded, receipt, early: begun };
    await traces.open(wanted, this.handle, signal, (update) => this.tell(update));
  }

  /** Resolves when the page has taken the update over. */
  private async tell(update: TransactionUpdate): Promise<void> {
    try {
      await this.onUpdate(update);
    } catch {
      // The page reports its own errors. What follows here does not depend on it.
    }
  }
}

/** Whether each of the answers, which come in this order, takes less than `QUICK_ANSWER` after the one before it. */
async function isQuick(answers: readonly Promise<object>[]): Promise<boolean> {
  for (const answer of answers) {
    if ((await Promise.race([answer, after(QUICK_ANSWER)])) === undefined) return false;
  }
  return true;
}
