/**
 * What a trace is made of, begun before its transaction is known. Nodes take
 * seconds to execute a large one, and as long again to find its receipt; begun
 * together, the reader waits once.
 *
 * The transaction is executed again as soon as it and its block are there,
 * while the receipt is still on its way; or callTracer is asked, where the
 * reader does not want that. Where a round trip takes long, prestateTracer is
 * asked together with the transaction. A near node is not asked so early: plain
 * calls take little time there and do not make it execute the transaction.
 */
import type { Receipt } from '../../core/chain/transaction';
import { hasKnownRules } from '../../core/evm/rules/known-chains';
import { type Failure, failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { readPreference } from '../../db/preferences';
import type { Rpc } from '../../net/rpc/rpc';
import type { RpcStream } from '../../net/rpc/stream';
import { streamCallTracer } from '../../net/trace-streams';
import type { Chains, KnownEndpoint } from '../chain/chains';
import { isNear } from '../chain/endpoint-latency';
import { networkOf } from '../chain/find-network';
import type { TransactionRequest } from '../chain/transaction-request';
import type { Progress, TransactionKey } from '../ids';
import { refusalOf } from './refusals';
import type { BlockAccess } from './replay/block-access';
import type { ReplayAttempt } from './replay/replay-method';
import type { ProvisionalRows } from './replay/replay-transaction';

/** Answers on their way; `end` gives them up. */
export type EarlyAnswers = {
  replay?: EarlyReplay;
  calls?: EarlyCalls;
  end(): void;
};

/** An execution that began before the receipt was there. */
export type EarlyReplay = {
  /** Undefined where it could not begin: the transaction is pending, or its block was not answered. */
  attempt: Promise<ReplayAttempt | undefined>;
  /** Resolves when there are provisional rows, if there are any. */
  provisional: Promise<ProvisionalRows>;
  /** Tells how far it is, and goes on telling. */
  follow(onProgress: (progress: Progress) => void): void;
};

/** The answer of callTracer. Whoever takes it reads it or calls `end`. */
export type EarlyCalls = { stream: Promise<Result<RpcStream, Failure>>; end(): void };

/** Begins to execute the transaction, or asks for its calls where that is not to be done; undefined where neither can be had. */
export async function beginEarly(
  chains: Chains,
  rpc: Rpc,
  key: TransactionKey,
  requested: TransactionRequest,
): Promise<EarlyAnswers | undefined> {
  const [endpoints, stepLimit] = await Promise.all([chains.endpoints(key.networkId), readPreference('stepLimit')]);
  const controller = new AbortController();
  const { signal } = controller;
  const end = () => controller.abort();
  if (stepLimit > 0 && hasKnownRules(key.networkId)) {
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
  const [known, network, { askBlockAccess }, { statedRules }] = await Promise.all([
    transaction,
    networkOf(chains, networkId),
    import('./replay/block-access'),
    import('./replay/stated-rules'),
  ]);
  if (!known.ok) return undefined;
  void statedRules(rpc, network);
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
): Promise<ReplayAttempt | undefined> {
  const { transaction, receipt, block, receiptAfter } = requested;
  const near = isNear(endpoints);
  let getsOn = () => {};
  if (near) receiptAfter(new Promise<void>((resolve) => (getsOn = resolve)));
  const prestate =
    near || refusalOf(rpc, 'prestateTracer') !== undefined || lacks(endpoints, 'prestateTracer')
      ? undefined
      : import('../../net/state-source').then(({ fetchPrestate }) => fetchPrestate(rpc, key.hash, { signal }));
  // With the block, in one request: what waits for one of them waits for all.
  const blockAccess = hasBlockAccessLists(endpoints)
    ? askWithBlock(chains, rpc, endpoints, key, transaction, signal)
    : undefined;
  try {
    const [known, at, { attemptReplay }] = await Promise.all([transaction, block, import('./replay/replay-method')]);
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
    return await attemptReplay(rpc, endpoints, request, prestate);
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
