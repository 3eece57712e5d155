/**
 * A mined transaction executed once more with changes, on what it found when
 * it was executed again: the same block, the same state before it, whatever
 * was not read of it fetched as of the end of the block before.
 */

import { bytesToAddress, hexToBytes } from '../../../core/chain/hex';
import type { Address } from '../../../core/chain/primitives';
import type { Transaction } from '../../../core/chain/transaction';
import type { BlockEnvironment } from '../../../core/evm/environment';
import { slotsFoundEmpty } from '../../../core/evm/state/witness';
import { type IncludedBlock, toInput } from '../../../core/evm/transaction/chain-input';
import { firstNeeds } from '../../../core/evm/transaction/needs';
import { addedByFamily } from '../../../core/evm/transaction/transaction-input';
import { contradictionIn, overlaysOf } from '../../../core/simulation/overlay';
import type { StepManner } from '../../../core/simulation/run';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import type { Chains } from '../../chain/chains';
import type { Progress } from '../../ids';
import type { OpenTraces } from '../open/open-traces';
import { continuedState } from '../replay/earlier-state';
import type { BlockOverrides, ChangedExecution, TransactionChanges } from '../simulate.api';
import type { TraceSession } from '../trace-session';
import { executeUnmined, hashOfUnmined } from './simulated-trace';

export async function simulateChanged(
  chains: Chains,
  traces: OpenTraces,
  session: TraceSession,
  changes: TransactionChanges,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void = () => undefined,
  manner?: StepManner,
): Promise<Result<ChangedExecution, Failure>> {
  const contradiction = contradictionIn(changes.accounts);
  if (contradiction !== undefined) return fail(failure('unsupported', contradiction));
  const attempt = await session.replayed();
  if (!attempt.ok) return attempt;
  const replayed = attempt.value;
  const { networkId } = session.key;
  const mined = { ...replayed.block, number: session.opened.receipt.blockNumber };
  const block: IncludedBlock = { ...mined, ...changes.block };

  let fetched = 0;
  const source = continuedState(
    await chains.rpc(networkId),
    mined.number - 1,
    signal,
    (done) => {
      fetched = done;
      onProgress({ phase: 'Reading the state', done, unit: 'accounts and slots' });
    },
    { witness: replayed.witness, empty: slotsFoundEmpty(replayed.replay.execution.state) },
  );
  const environment = {
    ...environmentWith(replayed.replay.execution.block, changes.block),
    // The block does not know its own hash, nor that of a later block.
    blockHash: (number: number) => (number >= mined.number ? new Uint8Array(32) : source.hashes.get(number)),
  };
  const overrides = overlaysOf(changes.accounts);
  const from = changes.transaction?.from;
  const sender = (from ?? replayed.transaction.from).toLowerCase() as Address;
  const unknown = await source.prefetch({ accounts: [sender], slots: [] });
  if (unknown) return fail(unknown);
  const nonce =
    overrides.find(({ address }) => address === sender)?.override.nonce ??
    (from === undefined
      ? replayed.transaction.nonce
      : Number(source.state.nonce[source.state.indexOfAddress(hexToBytes(sender))]));
  const transaction = changedTransaction(replayed.transaction, changes.transaction, nonce);
  const missing = await source.prefetch({
    accounts: firstNeeds(toInput(transaction), environment).map(bytesToAddress),
    slots: [],
  });
  if (missing) return fail(missing);
  const { transaction: executed } = replayed.replay.execution;
  const isSame = changes.transaction === undefined || Object.keys(changes.transaction).length === 0;
  const { encoded, statedGas } = executed;
  const same = { ...(encoded && { encoded }), ...(statedGas !== undefined && { statedGas }) };
  const added = { ...addedByFamily(executed), ...(isSame && same) };
  const made = { networkId, transaction, block, environment, source, overrides, added };
  // What a development node let a contract send, it would let it send again.
  const asMined: StepManner = executed.isMadeUp ? 'unsigned' : 'checked';
  const simulated = await executeUnmined(traces, made, { manner: manner ?? asMined, signal, onProgress });
  if (!simulated.ok) return simulated;
  return ok({ ...simulated.value, uncertain: replayed.transaction.index === 0 ? 0 : fetched });
}

function changedTransaction(
  mined: Transaction,
  changes: TransactionChanges['transaction'] = {},
  nonce: number,
): Transaction {
  const lower = Object.fromEntries(
    Object.entries(changes).map(([field, value]) => [field, typeof value === 'string' ? value.toLowerCase() : value]),
  ) as typeof changes;
  const changed = { ...mined, nonce, ...lower };
  return { ...changed, hash: hashOfUnmined(changed) };
}

function environmentWith(block: BlockEnvironment, changes: BlockOverrides = {}): BlockEnvironment {
  const { number, timestamp, gasLimit, miner, baseFeePerGas, mixHash } = changes;
  return {
    ...block,
    ...(number !== undefined && { number }),
    ...(timestamp !== undefined && { timestamp }),
    ...(gasLimit !== undefined && { gasLimit }),
    ...(miner !== undefined && { coinbase: hexToBytes(miner) }),
    ...(baseFeePerGas !== undefined && { baseFee: baseFeePerGas }),
    ...(mixHash !== undefined && { random: BigInt(mixHash) }),
  };
}
