/**
 * The state right before a transaction, made from plain calls at the parent
 * block:
 *
 *     system calls → the transactions before it, each compared with its receipt
 *
 * What those transactions will probably read is found by executing each on
 * what is known so far with made-up values for the rest, and is asked for
 * together, so that a block takes a handful of round trips however many there
 * are.
 */

import { bytesToAddress, wordHex } from '../../../core/chain/hex';
import type { Address } from '../../../core/chain/primitives';
import type { Receipt, Transaction } from '../../../core/chain/transaction';
import type { BlockEnvironment } from '../../../core/evm/environment';
import type { ChainRules } from '../../../core/evm/families/family';
import { type Following, predictReadsOfEach } from '../../../core/evm/predict-reads';
import type { BlockMaker } from '../../../core/evm/rules/chain-rules';
import type { MissingState } from '../../../core/evm/state/state';
import { type IncludedBlock, toEnvironment, toInput, toMinedInput } from '../../../core/evm/transaction/chain-input';
import { Execution } from '../../../core/evm/transaction/execution';
import { firstNeeds } from '../../../core/evm/transaction/needs';
import { type SystemCall, SystemExecution } from '../../../core/evm/transaction/system-calls';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { fetchBlockReceipts } from '../../../net/block-receipts';
import { fetchFullBlock } from '../../../net/chain-reader';
import type { FullBlock } from '../../../net/rpc/block-schema';
import type { Rpc } from '../../../net/rpc/rpc';
import type { StateNeeds } from '../../../net/state-source';
import { createSlices } from '../../scheduling/slices';
import type { WholeBlock } from './check-facts';
import { outlineDifference } from './compare-receipt';
import { needsReceipt, toSystemCalls } from './execute-compared';
import { probableNeeds } from './probable-needs';
import type { ReplayProgress } from './replay-progress';
import { type LazyState, lazyState, needsFor, type ReplayState } from './replay-state';
import { invalidity, runToEnd, tooManySteps } from './run-to-end';

/** Steps of all earlier transactions of the block together. */
const EARLIER_STEP_LIMIT = 200_000_000;
/** Steps that looking ahead takes at most: about as long as a few round trips. */
const AHEAD_STEP_LIMIT = 10_000_000;
/** Accounts and slots that are asked for together: some forty requests of the usual size. */
const MAX_AHEAD = 4_000;
/**
 * Transactions that share one copy of the state when looking ahead: copying takes longer than executing most of them.
 */
const GROUP = 16;
/** Rounds of looking ahead: what a contract reads depends on what it read before, a few times over. */
const ROUNDS = 12;

export type StateInBlock = {
  source: LazyState;
  /** Number of earlier transactions of the block that were executed. */
  earlier: number;
  whole?: WholeBlock;
};

/** Inputs that all replays of the transaction share. */
type Job = {
  rpc: Rpc;
  transaction: Transaction;
  /** Absent where the endpoint has none: then the transactions before it are not compared with theirs either. */
  receipt?: unknown;
  maker: BlockMaker;
  signal: AbortSignal;
  onProgress?: (progress: ReplayProgress) => void;
};

/**
 * Returns the state before transaction `index` of the block, or how an earlier
 * one differs from its receipt. `onParent` is called with the state after the
 * system calls, before the earlier transactions are executed, and waited for.
 */
export async function stateInBlock(
  job: Job,
  block: IncludedBlock,
  rules: ChainRules,
  index: number,
  onParent: (source: ReplayState) => Promise<void>,
): Promise<Result<StateInBlock | { difference: string }, Failure>> {
  const { rpc, transaction, signal } = job;
  const fetching = earlierTransactions(job, block, index);
  const source = lazyState(rpc, block.number - 1, signal, (done) => job.onProgress?.({ phase: 'state', done }));
  const environment = toEnvironment(block, rules, source.hashes);
  const calls = toSystemCalls(block, environment, rules);
  job.onProgress?.({ phase: 'state', done: 0 });
  const [probable, failed] = await Promise.all([
    probableNeeds(rpc, transaction, block.number - 1, signal),
    source.prefetch(withSystemCalls(firstNeeds(toInput(transaction, true), environment), calls)),
  ]);
  if (!probable.ok) return probable;
  const missed = failed ?? (await source.prefetch(probable.value));
  if (missed) return fail(missed);
  for (const call of calls) {
    const stopped = await runToEnd(new SystemExecution(source.state, environment, call), source, signal);
    if (stopped) return fail(stopped);
  }
  if (index > 0) await onParent(source.copied());

  const before = await fetching;
  if (!before.ok) return before;
  const { pairs, whole } = before.value;
  const executed = await executeEarlier(job, source, environment, { pairs, rules, block });
  if (!executed.ok) return executed;
  if (executed.value !== undefined) return ok({ difference: executed.value });
  return ok({ source, earlier: pairs.length, ...(whole === undefined ? {} : { whole }) });
}

/** Executes what comes before; a sentence where one came out otherwise than its receipt says. */
async function executeEarlier(
  { transaction, maker, signal, onProgress }: Job,
  source: LazyState,
  environment: BlockEnvironment,
  { pairs, rules, block }: { pairs: readonly IncludedTransaction[]; rules: ChainRules; block: IncludedBlock },
): Promise<Result<string | undefined, Failure>> {
  const following: Following[] = [];
  for (const [position, pair] of [...pairs, { transaction, receipt: undefined }].entries()) {
    const input = toMinedInput(pair.transaction, maker, { rules, block, receipt: pair.receipt });
    if (position < pairs.length && pair.receipt === undefined && needsReceipt(rules, pair.transaction, block))
      return fail(
        failure('unsupported', `Transaction ${position} of the block comes before this one, and has no receipt.`),
      );
    // What the transaction itself lacks is found when it is executed.
    if (!input.ok && position === pairs.length) break;
    if (!input.ok)
      return fail(failure('unsupported', `Transaction ${position} of the block comes before this one. ${input.error}`));
    following.push({ block: environment, transaction: input.value });
  }
  if (pairs.length > 0) {
    const failed = await lookAhead(source, following, signal);
    if (failed) return fail(failed);
  }
  let steps = 0;
  for (const [done, { receipt }] of pairs.entries()) {
    onProgress?.({ phase: 'earlier', done, total: pairs.length });
    const { transaction: input } = following[done] as Following;
    const execution = new Execution(source.state, environment, input, undefined);
    const tooMany = () =>
      steps + (execution.machine?.steps ?? 0) > EARLIER_STEP_LIMIT ? tooManySteps(EARLIER_STEP_LIMIT) : undefined;
    const stopped = await runToEnd(execution, source, signal, tooMany, following.slice(done + 1));
    if (stopped) return fail(stopped);
    steps += execution.machine?.steps ?? 0;
    const { result } = execution;
    const compared = receipt && result ? outlineDifference(receipt, result) : undefined;
    const difference = result ? compared : invalidity(execution.invalid);
    if (difference !== undefined)
      return ok(`Transaction ${done} of the block, which comes before this one: ${difference}`);
  }
  return ok(undefined);
}

/** Fetches what the transactions will probably read, each as if none came before it. */
async function lookAhead(
  source: LazyState,
  transactions: readonly Following[],
  signal: AbortSignal,
): Promise<Failure | undefined> {
  const slices = createSlices(signal);
  const budget = { steps: AHEAD_STEP_LIMIT };
  // Its sender may have sent another transaction before it, so that its nonce does not fit the parent's state.
  let open = transactions.map((each): Following => ({ ...each, unchecked: true }));
  const nonces = noncesBefore(transactions);
  for (let round = 0; round < ROUNDS && open.length > 0 && budget.steps > 0; round++) {
    const found = round === 0 ? certainOf(transactions) : [];
    const unfinished: Following[] = [];
    for (let start = 0; start < open.length; start += GROUP) {
      const group = open.slice(start, start + GROUP);
      const reads = found.length < MAX_AHEAD ? predictReadsOfEach(source.state, group, budget) : [];
      found.push(...reads);
      if (reads.length > 0 || found.length >= MAX_AHEAD) unfinished.push(...group);
      try {
        await slices.pause();
      } catch {
        return failure('cancelled', 'Cancelled.');
      }
    }
    const missed = await source.prefetch(needsFor(found), nonces);
    if (missed) return missed;
    open = unfinished;
  }
  return undefined;
}

/** Returns the state that transactions need whatever they do. */
function certainOf(transactions: readonly Following[]): MissingState[] {
  return transactions.flatMap(({ transaction, block }): MissingState[] => [
    ...firstNeeds(transaction, block).map((address): MissingState => ({ kind: 'account', address })),
    ...transaction.accessList.flatMap(({ address, storageKeys }) =>
      storageKeys.map((key): MissingState => ({ kind: 'slot', address, key })),
    ),
  ]);
}

/**
 * Nonces of senders before the first of the transactions, where these say them: that of an account without code grows only
 * by its own transactions and by authorisations (EIP-7702), of which there must be none.
 */
function noncesBefore(transactions: readonly Following[]): ReadonlyMap<Address, number> {
  const nonces = new Map<Address, number>();
  if (transactions.some(({ transaction }) => transaction.authorizationList.length > 0)) return nonces;
  for (const { transaction } of transactions) {
    const sender = bytesToAddress(transaction.from);
    if (!nonces.has(sender)) nonces.set(sender, Number(transaction.nonce));
  }
  return nonces;
}

type IncludedTransaction = { transaction: Transaction; receipt: Receipt | undefined };

type EarlierTransactions = { pairs: readonly IncludedTransaction[]; whole?: WholeBlock };

/** The block's transactions before `index`, each with its receipt, and the whole block where it was fetched for them. */
async function earlierTransactions(
  { rpc, signal, receipt: own }: Job,
  block: IncludedBlock,
  index: number,
): Promise<Result<EarlierTransactions, Failure>> {
  if (index === 0) return ok({ pairs: [] });
  const [full, receipts] = await Promise.all([
    fetchFullBlock(rpc, block.hash ?? block.number, { signal }),
    fetchBlockReceipts(rpc, block, { signal }),
  ]);
  if (!full.ok) return full;
  if (!receipts.ok && own === undefined && !signal.aborted) return ok({ pairs: withoutReceipts(full.value, index) });
  if (!receipts.ok) return receipts;
  const pairs: IncludedTransaction[] = [];
  for (let i = 0; i < index; i++) {
    const transaction = full.value.transactions[i];
    const receipt = receipts.value[i];
    if (transaction === undefined || receipt?.transactionHash !== transaction.hash)
      return fail(
        failure('badAnswer', 'The endpoint gives contradicting answers about the transactions of the block.'),
      );
    pairs.push({ transaction, receipt });
  }
  return ok({ pairs, whole: { transactions: full.value.transactions, receipts: receipts.value } });
}

function withoutReceipts({ transactions }: FullBlock, index: number): readonly IncludedTransaction[] {
  return transactions.slice(0, index).map((transaction) => ({ transaction, receipt: undefined }));
}

/** What the block's system calls and whatever else is certain need of the state. */
function withSystemCalls(certain: readonly Uint8Array[], calls: readonly SystemCall[]): StateNeeds {
  return {
    accounts: [...certain, ...calls.map((call) => call.address)].map(bytesToAddress),
    slots: calls.flatMap(({ address, slots }) =>
      slots.map((slot) => ({ address: bytesToAddress(address), key: wordHex(slot) })),
    ),
  };
}
