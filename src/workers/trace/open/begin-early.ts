/**
 * What is begun before it is asked for, so that the reader waits once.
 *
 * The opening of a transaction begins before a page asks for it: when the app
 * starts at its address (public/first.js sends the engine address and
 * configuration, long before the modules of the page are there to ask), and
 * when the reader goes there. Updates are held until the page takes it over.
 *
 * What a trace is made of begins before its transaction is known. Nodes take
 * seconds to execute a large one, and as long again to find its receipt. The
 * transaction is executed again as soon as it and its block are there, while
 * the receipt is still on its way; or callTracer is asked, where the reader
 * does not want that. Where a round trip takes long, prestateTracer is asked
 * together with the transaction. A near node is not asked so early: plain calls
 * take little time there and do not make it execute the transaction.
 */
import type { Hash } from '../../../core/chain/primitives';
import type { Receipt } from '../../../core/chain/transaction';
import { fixedNetwork, parseRuntimeConfig } from '../../../core/config/runtime-config';
import { hasKnownRules } from '../../../core/evm/rules/known-chains';
import { DEFAULT_STEP_LIMIT } from '../../../core/replay/step-limit';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { askKept } from '../../../db/database';
import { onAbort } from '../../../net/rpc/abort';
import type { Rpc } from '../../../net/rpc/rpc';
import type { ChainApi } from '../../chain/chain.api';
import type { Chains, KnownEndpoint } from '../../chain/chains';
import { isNear } from '../../chain/endpoint-latency';
import { networkOf } from '../../chain/find-network';
import type { TransactionRequest } from '../../chain/transaction-request';
import type { Progress, TransactionKey } from '../../ids';
import type { EarlyCalls } from '../node-trace';
import type { TransactionUpdate, Wish } from '../open-trace.api';
import { refusalOf } from '../refusals';
import type { BlockAccess } from '../replay/block-access';
import type { ProvisionalRows } from '../replay/replay-job';
import type { ReplayAttempt } from '../replay/replay-method';
import type { TraceApi } from '../trace.api';

/** `/{network}/tx/{hash}/{tab}`, and `/tx/{hash}/{tab}` where one network is all there is. */
const PATH = /^(?:\/([^/]+))?\/tx\/(0x[0-9a-f]{64})(?:\/([^/]*)|$)/i;

/** The message of public/first.js: the path of the page, and the text of config.json. */
export type Ahead = { address: string; config: string };

/** The parts of the engine that a message of public/first.js uses. */
type AheadEngine = { chain: Pick<ChainApi, 'configure'>; trace: Pick<TraceApi, 'beginOpening'> };

/** Returns whether a message is that of public/first.js, and not a call. */
export function isAhead(message: unknown): message is Ahead {
  const { address, config } = (message ?? {}) as Partial<Ahead>;
  return typeof address === 'string' && typeof config === 'string';
}

/**
 * Begins where the address is that of a transaction and the configuration alone says its network. The page says what
 * is wrong with either.
 */
export function openAhead({ chain, trace }: AheadEngine, { address, config: text }: Ahead): void {
  const [, segment, hash, tab] = PATH.exec(address) ?? [];
  const config = hash === undefined ? undefined : readConfig(text);
  const network = config && fixedNetwork(config, segment);
  if (hash === undefined || config === undefined || network === undefined) return;
  void chain.configure(config);
  void trace.beginOpening(
    { networkId: network.id, hash: hash.toLowerCase() as Hash },
    { wantsSteps: tab === 'debugger' },
  );
}

function readConfig(text: string) {
  try {
    const config = parseRuntimeConfig(JSON.parse(text));
    return config.ok ? config.value : undefined;
  } catch {
    return undefined;
  }
}

/** A page that has not asked by now has lost its code or shows something else; milliseconds. */
const UNCLAIMED = 30_000;

type Listener = (update: TransactionUpdate) => unknown;
type Ended = Promise<Result<undefined, Failure>>;
/** Opens a transaction. An update counts as taken over when the promise of `onUpdate` resolves. */
type Open = (key: TransactionKey, signal: AbortSignal, onUpdate: Listener, wish: Wish) => Ended;

type Begun = {
  controller: AbortController;
  updates: HeldUpdates;
  done: Ended;
  timer: ReturnType<typeof setTimeout>;
  /** Gives it up. */
  end: () => void;
};

export class BegunOpenings {
  /** The openings that no page has taken over yet, by network and hash. */
  private readonly begun = new Map<string, Begun>();
  /** The one of them that was begun ahead, because the reader may open it. */
  private ahead: string | undefined;

  constructor(private readonly open: Open) {}

  /**
   * Begins to open a transaction. Until a page takes it over, further calls for the same transaction do nothing, except
   * that one that was begun ahead is no longer given up for another. One is begun ahead at a time.
   */
  begin(key: TransactionKey, wish: Wish = {}): void {
    const name = nameOf(key);
    if (this.begun.has(name)) {
      if (!wish.isAhead && this.ahead === name) this.ahead = undefined;
      return;
    }
    if (wish.isAhead) {
      if (this.ahead !== undefined) this.begun.get(this.ahead)?.end();
      this.ahead = name;
    }
    const controller = new AbortController();
    const updates = new HeldUpdates();
    const done = this.open(key, controller.signal, (update) => updates.add(update), wish);
    done.catch(() => undefined); // the page that takes it over shows the failure
    const end = () => {
      clearTimeout(timer);
      this.begun.delete(name);
      controller.abort();
      updates.listen(() => undefined);
    };
    const timer = setTimeout(end, UNCLAIMED);
    this.begun.set(name, { controller, updates, done, timer, end });
  }

  /** Hands the opening that was begun over to `onUpdate`, with the updates so far; opens the transaction where none was begun. */
  take(key: TransactionKey, signal: AbortSignal, onUpdate: Listener): Ended {
    const name = nameOf(key);
    const opening = this.begun.get(name);
    if (opening === undefined) return this.open(key, signal, onUpdate, {});
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

/** Answers on their way; `end` gives them up. */
export type EarlyAnswers = {
  replay?: EarlyReplay;
  calls?: EarlyCalls;
  end(): void;
};

/** `blockHash`: of the block that the transaction was in when it was executed. */
type EarlyAttempt = ReplayAttempt & { blockHash: Hash };

/** An execution that began before the receipt was there. */
export type EarlyReplay = {
  /** Undefined where it could not begin: the transaction is pending, or its block was not answered. */
  attempt: Promise<EarlyAttempt | undefined>;
  /** Resolves when there are provisional rows, if there are any. */
  provisional: Promise<ProvisionalRows>;
  /** Tells how far it is, and goes on telling. */
  follow(onProgress: (progress: Progress) => void): void;
};

/** Begins to execute the transaction, or asks for its calls where that is not to be done; undefined where neither can be had. */
export async function beginEarly(
  chains: Chains,
  rpc: Rpc,
  key: TransactionKey,
  requested: TransactionRequest,
): Promise<EarlyAnswers | undefined> {
  const { networkId } = key;
  const [endpoints, stepLimit] = await Promise.all([
    chains.endpoints(networkId),
    askKept(hasKnownRules(networkId) ? DEFAULT_STEP_LIMIT : 0, async () =>
      (await import('../../../db/reader/preferences')).readEarlySteps(networkId),
    ),
  ]);
  const controller = new AbortController();
  const { signal } = controller;
  const end = () => controller.abort();
  if (stepLimit > 0) {
    let last: Progress | undefined;
    let listener: ((progress: Progress) => void) | undefined;
    const onProgress = (progress: Progress) => {
      last = progress;
      listener?.(progress);
    };
    let onProvisional: (rows: ProvisionalRows) => void = () => {};
    const provisional = new Promise<ProvisionalRows>((resolve) => (onProvisional = resolve));
    const early = { key, requested, stepLimit, onProgress, onProvisional, signal };
    const attempt = executeEarly(chains, rpc, endpoints, early);
    const follow = (onProgress: (progress: Progress) => void) => {
      listener = onProgress;
      if (last !== undefined) onProgress(last);
    };
    return { replay: { attempt, provisional, follow }, end };
  }
  if (refusalOf(rpc, 'callTracer') !== undefined || lacks(endpoints, 'callTracer')) return undefined;
  const { streamCallTracer } = await import('../../../net/trace-streams');
  return { calls: { stream: streamCallTracer(rpc, key.hash, { signal }), end }, end };
}

/** Asks for the access list of the block, and for what else executing needs, as soon as the transaction is there. */
async function askWithBlock(
  chains: Chains,
  rpc: Rpc,
  endpoints: readonly KnownEndpoint[],
  { networkId }: TransactionKey,
  transaction: TransactionRequest['transaction'],
  signal: AbortSignal,
): Promise<BlockAccess | undefined> {
  const [known, network, { askBlockAccess }, { askNodeRules }] = await Promise.all([
    transaction,
    networkOf(chains, networkId),
    import('../replay/block-access'),
    import('../replay/stated-rules'),
  ]);
  if (!known.ok) return undefined;
  askNodeRules(rpc, network);
  return askBlockAccess(rpc, endpoints, known.value, signal);
}

/** Whether the endpoint that is asked first was seen to answer access lists of blocks, and not the state before a transaction. */
function hasBlockAccessLists(endpoints: readonly KnownEndpoint[]): boolean {
  const methods = endpoints[0]?.capabilities?.methods;
  return methods?.eth_getBlockAccessList.answers === 'yes' && lacks(endpoints, 'prestateTracer');
}

function lacks(endpoints: readonly KnownEndpoint[], method: 'callTracer' | 'prestateTracer'): boolean {
  return endpoints.every(({ capabilities }) => capabilities?.methods[method].answers === 'no');
}

type Early = {
  key: TransactionKey;
  requested: TransactionRequest;
  stepLimit: number;
  onProgress: (progress: Progress) => void;
  onProvisional: (rows: ProvisionalRows) => void;
  signal: AbortSignal;
};

/** Executes the transaction as soon as it and its block are there. */
async function executeEarly(
  chains: Chains,
  rpc: Rpc,
  endpoints: readonly KnownEndpoint[],
  { key, requested, stepLimit, onProgress, onProvisional, signal }: Early,
): Promise<EarlyAttempt | undefined> {
  const { transaction, receipt, block, receiptAfter } = requested;
  const near = isNear(endpoints);
  let getsOn = () => {};
  if (near) receiptAfter(new Promise<void>((resolve) => (getsOn = resolve)));
  const prestate =
    near || refusalOf(rpc, 'prestateTracer') !== undefined || lacks(endpoints, 'prestateTracer')
      ? undefined
      : import('../../../net/state-source').then(({ fetchPrestate }) => fetchPrestate(rpc, key.hash, { signal }));
  // With the block, in one request: what waits for one of them waits for all.
  const blockAccess = hasBlockAccessLists(endpoints)
    ? askWithBlock(chains, rpc, endpoints, key, transaction, signal)
    : undefined;
  try {
    const [known, at, { attemptReplay }] = await Promise.all([transaction, block, import('../replay/replay-method')]);
    if (!known.ok || known.value.blockHash === undefined || !at.ok || at.value === undefined) return undefined;
    if (signal.aborted) return undefined;
    const request = {
      transaction: known.value,
      receipt: receipt.then(mined),
      block: at.value,
      blockAccess: await blockAccess,
      network: () => networkOf(chains, key.networkId),
      signal,
      stepLimit,
      onProgress,
      onProvisional,
      onExecuting: () => getsOn(),
    };
    return { ...(await attemptReplay(rpc, endpoints, request, prestate)), blockHash: known.value.blockHash };
  } finally {
    getsOn();
  }
}

function mined(receipt: Result<Receipt | undefined, Failure>): Result<Receipt, Failure> {
  if (!receipt.ok) return receipt;
  return receipt.value === undefined
    ? fail(failure('notFound', 'The endpoint does not know the receipt.'))
    : ok(receipt.value);
}
