/** Executes a transaction again with what simulators say of a block, where its code asks for that, and compares. */

import { bytesToAddress } from '../../../core/chain/hex';
import { stepIndex } from '../../../core/evm/recording/steps';
import { slotsFoundEmpty } from '../../../core/evm/state/witness';
import { toInput } from '../../../core/evm/transaction/chain-input';
import { effectiveGasPrice } from '../../../core/evm/transaction/transaction-input';
import type { Replay } from '../../../core/replay/replay';
import {
  type CameOut,
  checkEnvironment,
  type FieldRead,
  type Variant,
  variantsOf,
} from '../../../core/safety/detects-simulation';
import type { Verdict } from '../../../core/safety/verdict';
import { outcomeOf } from '../../../core/simulation/outcome';
import { runOfOne } from '../../../core/simulation/run';
import { describeTraceProblem } from '../../../core/trace/parser';
import { rowIndex, type Trace } from '../../../core/trace/rows';
import { computeTransfers } from '../../../core/trace/transfers';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { fetchHead } from '../../../net/chain-reader';
import type { Rpc } from '../../../net/rpc/rpc';
import { continuedState } from '../replay/earlier-state';
import type { Replayed } from '../replay/replayed';
import { run } from '../simulate/run-in-slices';
import type { TraceSession } from '../trace-session';

/** Returns the block whose state stands below an execution: one that is not there yet is taken as the one it stands on; a simulation may say any number. */
export async function blockBelow(rpc: Rpc, session: TraceSession, replayed: Replayed, signal: AbortSignal) {
  const head = await fetchHead(rpc, { signal });
  if (!head.ok) return head;
  const { block } = replayed.replay.execution;
  return ok(Math.min(session.opened.receipt.blockNumber, block.number - 1, head.value.blockNumber));
}

/** Returns what a transaction is executed on once more: the state of block `at` with all that its replay read, and its block with a `change`. */
export function groundFor(
  rpc: Rpc,
  at: number,
  { replay, witness }: Replayed,
  signal: AbortSignal,
  change: Variant['change'] = {},
) {
  const { block, state } = replay.execution;
  const source = continuedState(rpc, at, signal, () => undefined, { witness, empty: slotsFoundEmpty(state) });
  const environment = {
    ...block,
    ...change,
    blockHash: (number: number) => (number >= block.number ? new Uint8Array(32) : source.hashes.get(number)),
  };
  return { source, environment };
}

export type BlockReads = { verdicts: Verdict[]; left: string[]; runs: number };

/** Makes one run for each field that code of the transaction reads, on the state of block `at`. */
export async function checkBlockReads(
  rpc: Rpc,
  replayed: Replayed,
  at: number,
  signal: AbortSignal,
): Promise<Result<BlockReads, Failure>> {
  const { replay } = replayed;
  const found: BlockReads = { verdicts: [], left: [], runs: 0 };
  const { result, state, block } = replay.execution;
  if (result === undefined) return ok(found);
  const { transaction } = replay.execution;
  const ends = replayed.selfdestructEnds();
  const before: CameOut = {
    outcome: outcomeOf(state, result),
    transfers: computeTransfers(replayed.trace, ends),
    coinbase: bytesToAddress(block.coinbase),
  };
  const gasCost = transaction.gasLimit * effectiveGasPrice(transaction, block.baseFee);
  const opcodes = replay.opcodes();
  for (const variant of variantsOf(block)) {
    const step = opcodes.findIndex((opcode) => variant.fields.has(opcode));
    const place = step < 0 ? undefined : readAt(replay, replayed.trace, step);
    if (place === undefined) continue;
    const read = { ...place, field: fieldsRead(variant, opcodes) };
    found.runs++;
    const after = await executeWith(rpc, at, replayed, variant, signal);
    if (signal.aborted) return fail(failure('cancelled', 'Cancelled.'));
    if (!after.ok) {
      found.left.push(`It reads ${read.field}, and could not be executed with another answer: ${after.error.message}`);
      continue;
    }
    const verdict = checkEnvironment(variant, read, before, after.value, gasCost);
    if (verdict !== undefined) found.verdicts.push(verdict);
  }
  return ok(found);
}

/** Names of the fields of the variant that were read. */
function fieldsRead({ fields }: Variant, opcodes: Uint8Array): string {
  return [...fields].flatMap(([opcode, name]) => (opcodes.includes(opcode) ? [name] : [])).join(' and ');
}

/** The frame that a step is in, and the contract whose code it runs. */
function readAt(
  replay: Replay,
  { rows, addresses }: Trace,
  step: number,
): Pick<FieldRead, 'row' | 'address'> | undefined {
  const { stayStart, stayFrame } = replay.steps;
  let stay = stayStart.findLastIndex((start) => start <= stepIndex(step));
  if (stay < 0) stay = 0;
  const row = rowIndex(stayFrame[stay]);
  const address = replay.calledAt(row) ?? addresses[rows.from[row]];
  return address === undefined ? undefined : { row, address };
}

/** The outcome in such a block; undefined where the transaction cannot be in one. */
async function executeWith(
  rpc: Rpc,
  at: number,
  replayed: Replayed,
  { change, isFree }: Variant,
  signal: AbortSignal,
): Promise<Result<CameOut | undefined, Failure>> {
  const { source, environment } = groundFor(rpc, at, replayed, signal, change);
  const transaction = {
    ...toInput(replayed.transaction),
    ...(isFree && { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }),
  };
  const manner = isFree ? 'free' : 'paid';
  const ran = await run(runOfOne(environment, transaction, manner), source, { signal }, { recorded: 0 });
  if (!ran.ok) return ran;
  const [outcome] = ran.value.outcomes;
  const recording = ran.value.recordingOf(0);
  if (recording?.problem) return fail(failure('tooLarge', describeTraceProblem(recording.problem)));
  if (outcome?.state !== 'executed' || recording === undefined) return ok(undefined);
  return ok({
    outcome,
    transfers: computeTransfers(recording.finish(), replayed.selfdestructEnds()),
    coinbase: bytesToAddress(environment.coinbase),
  });
}
