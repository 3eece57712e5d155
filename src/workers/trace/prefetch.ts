/**
 * What a trace is made of, begun before its transaction is known. Nodes take
 * seconds to execute a large one, and as long again to find its receipt; begun
 * together, the reader waits once.
 *
 * A trace this browser keeps is read meanwhile, of a large one what it shows first. Else, where nothing is kept of
 * the transaction yet, it is executed again as soon as transaction and block are
 * there, while the receipt is still on its way; or callTracer is asked, where
 * the reader does not want that. Of a node that answers quickly, the code for
 * executing waits until the head of the page is drawn. prestateTracer is asked with the transaction
 * where a round trip takes long. A near node has only itself to wait for, and
 * is not made to execute what plain calls may do as well. What nobody takes in
 * time is ended.
 */
import type { Receipt } from '../../core/chain/transaction';
import { hasKnownRules } from '../../core/evm/rules/chain-rules';
import { type Failure, failure } from '../../core/failure';
import { fail, ok, type Result } from '../../core/result';
import { readFirstScreen } from '../../db/first-screen-cache';
import { readPreference } from '../../db/preferences';
import type { FirstScreenRow } from '../../db/rows/first-screen-row';
import type { KeptTrace } from '../../db/rows/trace-row';
import { readTrace } from '../../db/traces';
import { hasTransaction } from '../../db/transactions';
import { onAbort } from '../../net/rpc/abort';
import type { Rpc } from '../../net/rpc/rpc';
import type { RpcStream } from '../../net/rpc/stream';
import { streamCallTracer } from '../../net/trace-sources';
import type { Chains, KnownEndpoint } from '../chain/chains';
import { isNear } from '../chain/endpoint-latency';
import { networkOf } from '../chain/find-network';
import { LONG } from '../chain/transaction-request';
import { transactionLoaded } from '../chain/transactions';
import type { Progress, TransactionKey } from '../ids';
import type { ReplayAttempt } from './replay/replay-method';

/** How long an answer waits to be taken, milliseconds. */
const patience = 30_000;

/** An answer on its way. Whoever takes it reads it or calls `end`. */
export type Prefetch = {
  replay?: EarlyReplay;
  calls?: EarlyCalls;
  /** What is kept of the trace, undefined where nothing is. */
  kept?: Promise<KeptTrace | undefined>;
  /** What is kept of its first screen. Where there is one, the trace itself is read later. */
  screen?: Promise<FirstScreenRow | undefined>;
  end(): void;
};

/** The answer of callTracer. */
export type EarlyCalls = { stream: Promise<Result<RpcStream, Failure>>; end(): void };

/** An execution that began before the receipt was there. */
export type EarlyReplay = {
  /** Undefined where it could not begin: the transaction is pending, or its block was not answered. */
  attempt: Promise<ReplayAttempt | undefined>;
  /** Its trace is wanted now: tells how far it is, and goes on telling. */
  follow(onProgress: (progress: Progress) => void): void;
};

export type Prefetches = {
  /** Reads the kept trace of a kept transaction; else begins to execute it, or asks for its calls where that is not to be done. */
  begin(key: TransactionKey): Promise<void>;
  /** What was begun for `key`, once; undefined when nothing was. */
  take(key: TransactionKey): Prefetch | undefined;
};

export function createPrefetches(chains: Chains): Prefetches {
  const begun = new Map<string, Prefetch & { timer: ReturnType<typeof setTimeout> }>();
  const name = ({ networkId, hash }: TransactionKey) => `${networkId} ${hash}`;

  function take(key: TransactionKey): Prefetch | undefined {
    const found = begun.get(name(key));
    if (found === undefined) return undefined;
    clearTimeout(found.timer);
    begun.delete(name(key));
    return found;
  }

  function put(key: TransactionKey, prefetch: Prefetch): void {
    const timer = setTimeout(() => take(key)?.end(), patience);
    begun.set(name(key), { ...prefetch, timer });
  }

  return {
    async begin(key) {
      if (begun.has(name(key))) return;
      if (await hasTransaction(key)) {
        if (begun.has(name(key))) return;
        // The head of the page is small, and would have to wait behind a large trace.
        const screen = readFirstScreen(key);
        const kept = Promise.all([screen, transactionLoaded(chains, key)]).then(([found]) =>
          found === undefined ? readTrace(key) : undefined,
        );
        put(key, { kept, screen, end: () => undefined });
        return;
      }
      const [rpc, endpoints] = await Promise.all([chains.rpc(key.networkId), chains.endpoints(key.networkId)]);
      const stepLimit = await readPreference('stepLimit');
      const executes = stepLimit > 0 && hasKnownRules(key.networkId);
      if (begun.has(name(key)) || (!executes && lacks(endpoints, 'callTracer'))) return;
      const controller = new AbortController();
      const { signal } = controller;
      const end = () => controller.abort();
      const answer = executes
        ? { replay: executeEarly(chains, rpc, endpoints, key, stepLimit, signal) }
        : { calls: { stream: streamCallTracer(rpc, key.hash, { signal }), end } };
      put(key, { ...answer, end });
    },
    take,
  };
}

function lacks(endpoints: readonly KnownEndpoint[], method: 'callTracer' | 'prestateTracer'): boolean {
  return endpoints.every(({ capabilities }) => capabilities?.methods[method].answers === 'no');
}

/** Executes the transaction as soon as it and its block are there. */
function executeEarly(
  chains: Chains,
  rpc: Rpc,
  endpoints: readonly KnownEndpoint[],
  key: TransactionKey,
  stepLimit: number,
  signal: AbortSignal,
): EarlyReplay {
  let last: Progress | undefined;
  let listener: ((progress: Progress) => void) | undefined;
  let getsOn = () => {};
  const onProgress = (progress: Progress) => {
    last = progress;
    listener?.(progress);
  };
  const near = isNear(endpoints);
  let isWanted = () => {};
  const wanted = new Promise<void>((resolve) => (isWanted = resolve));
  onAbort(signal, () => isWanted());
  const attempt = async () => {
    const { transaction, receipt, block, receiptAfter } = chains.arrivals.join(rpc, key, signal);
    const code = Promise.race([wanted, longUnless(receipt)]).then(() => import('./replay/replay-method'));
    if (near) receiptAfter(new Promise<void>((resolve) => (getsOn = resolve)));
    const prestate =
      near || lacks(endpoints, 'prestateTracer')
        ? undefined
        : import('../../net/state-source').then(({ fetchPrestate }) => fetchPrestate(rpc, key.hash, { signal }));
    const [known, at] = await Promise.all([transaction, block]);
    if (!known.ok || known.value.blockHash === undefined || !at.ok || at.value === undefined) return undefined;
    const { attemptReplay } = await code;
    if (signal.aborted) return undefined;
    const request = {
      transaction: known.value,
      receipt: receipt.then(there),
      block: at.value,
      network: () => networkOf(chains, key.networkId),
      signal,
      stepLimit,
      onProgress,
      onExecuting: () => getsOn(),
    };
    return attemptReplay(rpc, endpoints, request, prestate);
  };
  return {
    attempt: attempt().finally(() => getsOn()),
    follow(onProgress) {
      isWanted();
      listener = onProgress;
      if (last !== undefined) onProgress(last);
    },
  };
}

/** Resolves when `answer` takes `LONG`; never when it comes before. */
function longUnless(answer: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LONG);
    void answer.then(() => clearTimeout(timer));
  });
}

function there(receipt: Result<Receipt | undefined, Failure>): Result<Receipt, Failure> {
  if (!receipt.ok) return receipt;
  return receipt.value === undefined
    ? fail(failure('notFound', 'The endpoint does not know the receipt.'))
    : ok(receipt.value);
}
