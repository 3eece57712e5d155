/**
 * A transaction that nobody mined, executed on a state that is at hand or
 * fetched as it is needed, with overrides laid over it before anything runs.
 * Result is opened as a trace.
 */

import { keccakHex } from '../../../core/chain/keccak';
import type { Address, Hash, NetworkId } from '../../../core/chain/primitives';
import {
  type Block,
  type Receipt,
  type StatedTransaction,
  type Transaction,
  withoutLogs,
} from '../../../core/chain/transaction';
import type { BlockEnvironment } from '../../../core/evm/environment';
import { takeWitness } from '../../../core/evm/state/witness';
import { type IncludedBlock, toInput } from '../../../core/evm/transaction/chain-input';
import { fundsNeeded, type TransactionInput } from '../../../core/evm/transaction/transaction-input';
import type { Replay } from '../../../core/replay/replay';
import type { ExecutedOutcome } from '../../../core/simulation/outcome';
import type { Overlay } from '../../../core/simulation/overlay';
import { type Loan, type Run, runOfOne, type StepManner } from '../../../core/simulation/run';
import { describeTraceProblem } from '../../../core/trace/parser';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import type { Progress } from '../../ids';
import { cancelled } from '../../scheduling/jobs';
import type { OpenTraces } from '../open/open-traces';
import type { Opened } from '../opened';
import { LazyReplay } from '../replay/lazy-replay';
import type { LazyState } from '../replay/replay-state';
import { Replayed } from '../replay/replayed';
import { stateDiffOf } from '../replay/state-diff-of';
import type { Simulation } from '../simulate.api';
import { run } from './run-in-slices';

/** A transaction that nobody mined, and the block and state that it is executed on. */
export type Unmined = {
  networkId: NetworkId;
  transaction: Transaction;
  block: IncludedBlock;
  environment: BlockEnvironment;
  source: LazyState;
  overrides: readonly Overlay[];
  /** Fields that the family of the chain adds to the transaction. */
  added?: Partial<TransactionInput>;
};

type Manner = {
  manner: StepManner;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
};

/** Fails past the step limit, where the transaction cannot be in the block, and as `source` does. */
export async function executeUnmined(
  traces: OpenTraces,
  { networkId, transaction, block, environment, source, overrides, added }: Unmined,
  { manner, signal, onProgress }: Manner,
): Promise<Result<Simulation, Failure>> {
  const missing = await source.prefetch({ accounts: overrides.map(({ address }) => address), slots: [] });
  if (missing) return fail(missing);

  const input = { ...toInput(transaction), ...added };
  const ran = await run(
    runOfOne(environment, input, manner, overrides),
    source,
    { signal, onProgress, stopFor: overgrown },
    { recorded: 0 },
  );
  if (!ran.ok) return ran;
  const tooLarge = overgrown(ran.value);
  if (tooLarge) return fail(tooLarge);
  const [outcome] = ran.value.outcomes;
  const recording = ran.value.recordingOf(0);
  if (outcome?.state !== 'executed' || recording === undefined) {
    const reason = outcome?.state === 'invalid' ? outcome.reason : 'no reason is known';
    return fail(failure('unsupported', `It cannot be in this block: ${reason}.`));
  }
  const key = { networkId, hash: transaction.hash };
  const receipt = receiptOf(transaction, block, outcome);
  const { opened, replayed } = openedOf({ recording, transaction, receipt, block, hashes: source.hashes });
  const summary = await traces.show(key, opened);
  if (signal.aborted) {
    traces.close(summary.handle);
    return fail(cancelled());
  }
  const { state: _state, nonce: _nonce, gasLimit: _limit, gasPrice: _price, loan, ...came } = outcome;
  const lacks = loan === undefined ? 0n : lackOf(input, loan, came.gasUsed, block.baseFeePerGas ?? 0n);
  return ok({ trace: summary, key, block, ...came, stateDiff: stateDiffOf(replayed), ...(lacks > 0n && { lacks }) });
}

function overgrown(ran: Run): Failure | undefined {
  const problem = ran.recordingOf(0)?.problem;
  return problem && failure('tooLarge', describeTraceProblem(problem));
}

/** A step that ran and was recorded, with what would be kept of it in a block. */
type RecordedStep = {
  recording: Replay;
  transaction: Transaction;
  receipt: Receipt;
  block: Block;
  /** Hashes of earlier blocks, by number. */
  hashes: ReadonlyMap<number, Uint8Array>;
};

/** Returns the step as an open trace shows it, and its execution to be asked. Its trace is not kept. */
export function openedOf({ recording, transaction, receipt: without, block, hashes }: RecordedStep): {
  opened: Opened;
  replayed: Replayed;
} {
  const dataFee = recording.result?.fees.find(({ kind, inGas }) => kind === 'data' && !inGas)?.wei;
  // As nodes of rollups state it.
  const receipt = dataFee === undefined ? without : { ...without, rollup: { l1Fee: `0x${dataFee.toString(16)}` } };
  const controller = new AbortController();
  const witness = takeWitness(recording.execution.state, hashes);
  const trace = recording.finish();
  const replayed = new Replayed(recording, trace, transaction, block, undefined, witness, controller.signal);
  const opened: Opened = {
    transaction,
    receipt: withoutLogs(receipt),
    wholeReceipt: async () => ok(receipt),
    trace,
    cached: true,
    skipped: [],
    replayed,
    replay: new LazyReplay(async () => ({ skipped: [], replayed }), controller),
  };
  return { opened, replayed };
}

/** Wei that the sender lacks for the value and for the gas that was used, at the least price that a block takes; not above 0 for none. */
function lackOf(input: TransactionInput, { lent }: Loan, gasUsed: number, baseFee: bigint): bigint {
  const held = fundsNeeded(input) - lent;
  return input.value + BigInt(gasUsed) * baseFee - held;
}

/** Returns a hash that no mined transaction has, another each time. */
export function hashOfUnmined(transaction: Omit<StatedTransaction, 'hash'>): Hash {
  const text = JSON.stringify([transaction, performance.now()], (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  return keccakHex(new TextEncoder().encode(`simulated ${text}`));
}

/** Builds the receipt that the transaction would have, for what is shown beside a trace. */
export function receiptOf(
  { networkId, hash, from, to }: Transaction,
  block: IncludedBlock,
  { success, created, gasUsed, logs }: ExecutedOutcome,
): Receipt {
  return {
    networkId,
    transactionHash: hash,
    blockHash: block.hash as Hash,
    blockNumber: block.number,
    index: 0,
    from,
    ...(to === undefined ? {} : { to }),
    ...(created === undefined ? {} : { contractAddress: created }),
    status: success ? 'success' : 'failed',
    gasUsed,
    cumulativeGasUsed: gasUsed,
    logs: logs.map((log, logIndex) => ({ ...log, logIndex })),
  };
}

/** Returns the address in lower case, as addresses are kept. */
export function lowerCaseAddress(address: Address): Address {
  return address.toLowerCase() as Address;
}
