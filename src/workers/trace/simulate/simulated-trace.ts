/**
 * A transaction that nobody mined, executed on a state that is at hand or
 * fetched as it is needed, with overrides laid over it before anything runs.
 * What came of it is opened as a trace.
 */

import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Address, Hash, Hex, NetworkId } from '../../../core/chain/primitives';
import { type Receipt, type StatedTransaction, type Transaction, withoutLogs } from '../../../core/chain/transaction';
import type { BlockEnvironment } from '../../../core/evm/environment';
import { haltText } from '../../../core/evm/frames/halt';
import { DEFAULT_STEP_LIMIT, Replay } from '../../../core/evm/replay';
import type { State } from '../../../core/evm/state/state';
import { takeWitness } from '../../../core/evm/state/witness';
import { type IncludedBlock, toInput } from '../../../core/evm/transaction/chain-input';
import type { TransactionResult } from '../../../core/evm/transaction/execution';
import { fromBigInt, LIMBS, toBytes as wordToBytes } from '../../../core/evm/words/words';
import { type Failure, failure } from '../../../core/failure';
import { bytesToAddress, bytesToHash, bytesToHex, hexToBytes } from '../../../core/hex';
import { fail, ok, type Result } from '../../../core/result';
import { describeTraceProblem } from '../../../core/trace/parser';
import { readPreference } from '../../../db/preferences';
import type { Progress } from '../../ids';
import type { OpenTraces } from '../open-traces';
import { LazyReplay } from '../replay/lazy-replay';
import type { LazyState } from '../replay/replay-state';
import { Replayed } from '../replay/replayed';
import { runToEnd } from '../replay/run-to-end';
import type { AccountOverride, SimulatedLog, Simulation, SimulationRequest } from '../simulate.api';

/** An account, lower case, and what it is to hold instead. */
export type Overlay = { address: Address; override: AccountOverride };

/** What is executed, and on what. */
export type Unmined = {
  networkId: NetworkId;
  transaction: Transaction;
  block: IncludedBlock;
  environment: BlockEnvironment;
  source: LazyState;
  overrides: readonly Overlay[];
};

type Manner = {
  /** Whether nonce, fees and balance are checked and the fee is taken, as for a mined transaction. */
  checked: boolean;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
};

/** Fails past the step limit, where the transaction cannot be in the block, and as `source` does. */
export async function executeUnmined(
  traces: OpenTraces,
  { networkId, transaction, block, environment, source, overrides }: Unmined,
  { checked, signal, onProgress }: Manner,
): Promise<Result<Simulation, Failure>> {
  const input = toInput(transaction);
  const missing = await source.prefetch({ accounts: overrides.map(({ address }) => address), slots: [] });
  if (missing) return fail(missing);
  for (const { address, override } of overrides) overlay(source.state, address, override);

  const stepLimit = (await readPreference('stepLimit')) || DEFAULT_STEP_LIMIT;
  const replay = new Replay(source.state, environment, input, stepLimit, !checked);
  const overgrown = () => replay.problem && failure('tooLarge', describeTraceProblem(replay.problem));
  const stopped = await runToEnd(replay, source, signal, () => {
    onProgress({ phase: 'Executing', done: replay.steps.length, unit: 'steps' });
    return overgrown();
  });
  const failed = stopped ?? overgrown();
  if (failed) return fail(failed);
  if (replay.tooLong)
    return fail(failure('tooLarge', `It takes more than ${stepLimit.toLocaleString('en')} steps, which is the limit.`));
  const { result } = replay;
  if (result === undefined)
    return fail(
      failure('unsupported', `It cannot be in this block: ${replay.execution.invalid ?? 'no reason is known'}.`),
    );

  const logs = result.success ? logsOf(source.state, result) : [];
  const receipt = receiptOf(transaction, block, result, logs);
  const controller = new AbortController();
  const witness = takeWitness(source.state, source.hashes);
  const trace = replay.finish();
  const replayed = new Replayed(replay, trace, transaction, block, undefined, witness, controller.signal);
  const key = { networkId, hash: transaction.hash };
  const summary = await traces.show(key, {
    transaction,
    receipt: withoutLogs(receipt),
    wholeReceipt: async () => ok(receipt),
    trace,
    // Nothing of it is kept.
    cached: true,
    skipped: [],
    replay: new LazyReplay(async () => ({ skipped: [], replayed }), controller),
  });
  return ok({
    trace: summary,
    key,
    block,
    success: result.success,
    ...(result.success ? {} : { error: haltText(result.halt, result.haltDetail) }),
    output: bytesToHex(result.output),
    ...(result.created === undefined ? {} : { created: bytesToAddress(result.created) }),
    gasUsed: result.gasUsed,
    refunded: result.refunded,
    logs,
    stateDiff: replayed.stateDiff(),
  });
}

/** The overrides in a list; addresses in lower case. */
export function overridesOf(accounts: SimulationRequest['accounts'] = {}): Overlay[] {
  return Object.entries(accounts).map(([address, override]) => ({
    address: lowerCaseAddress(address as Address),
    override,
  }));
}

/** What in the overrides cannot be meant, in a sentence. */
export function contradictionIn(accounts: SimulationRequest['accounts'] = {}): string | undefined {
  for (const [address, { state, stateDiff }] of Object.entries(accounts))
    if (state !== undefined && stateDiff !== undefined)
      return `The storage of ${address} is to be replaced and changed at once.`;
  return undefined;
}

/** A hash that no mined transaction has, another each time. */
export function hashOfUnmined(transaction: Omit<StatedTransaction, 'hash'>): Hash {
  const text = JSON.stringify([transaction, performance.now()], (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  return bytesToHash(keccak_256(new TextEncoder().encode(`simulated ${text}`)));
}

/** Lays the override over an account that is known. */
function overlay(
  state: State,
  address: Address,
  { balance, nonce, code, state: all, stateDiff }: AccountOverride,
): void {
  const account = state.indexOfAddress(hexToBytes(address));
  const word = state.balance.slice(account * LIMBS, account * LIMBS + LIMBS);
  if (balance !== undefined) fromBigInt(balance, word, 0);
  const values = {
    balance: word,
    nonce: nonce === undefined ? (state.nonce[account] as bigint) : BigInt(nonce),
    code: code === undefined ? state.codes[state.code[account]].bytes : hexToBytes(code),
  };
  const isThere = values.nonce !== 0n || values.code.length > 0 || word.some((limb) => limb !== 0);
  if (all !== undefined) state.forgetStorage(account);
  state.supplyAccount(hexToBytes(address), { ...values, exists: isThere }, all !== undefined);
  for (const [key, value] of Object.entries(all ?? stateDiff ?? {}))
    state.supplySlot(account, hexToBytes(key as Hex), hexToBytes(value as Hex));
}

function logsOf(state: State, { logs }: TransactionResult): SimulatedLog[] {
  const topic = new Uint8Array(32);
  return logs.map(({ address, topics, topicCount, data }) => ({
    address: bytesToAddress(state.addressBytes(address)),
    topics: Array.from({ length: topicCount }, (_, i) => {
      wordToBytes(topics, i * LIMBS, topic, 0);
      return bytesToHash(topic);
    }),
    data: bytesToHex(data),
  }));
}

/** What a receipt of it would say, for what is shown beside a trace. */
function receiptOf(
  { networkId, hash, from, to }: Transaction,
  block: IncludedBlock,
  result: TransactionResult,
  logs: readonly SimulatedLog[],
): Receipt {
  return {
    networkId,
    transactionHash: hash,
    blockHash: block.hash as Hash,
    blockNumber: block.number,
    index: 0,
    from,
    ...(to === undefined ? {} : { to }),
    ...(result.created === undefined ? {} : { contractAddress: bytesToAddress(result.created) }),
    status: result.success ? 'success' : 'failed',
    gasUsed: result.gasUsed,
    cumulativeGasUsed: result.gasUsed,
    logs: logs.map((log, logIndex) => ({ ...log, logIndex })),
  };
}

/** In lower case, as addresses are kept. */
export function lowerCaseAddress(address: Address): Address {
  return address.toLowerCase() as Address;
}
