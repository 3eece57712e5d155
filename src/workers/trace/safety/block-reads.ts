/** Executes a transaction again with what simulators say of a block, where its code asks for that, and compares. */

import { stepIndex } from '../../../core/evm/recording/steps';
import { slotsFoundEmpty } from '../../../core/evm/state/witness';
import { toInput } from '../../../core/evm/transaction/chain-input';
import type { Replay } from '../../../core/replay/replay';
import { checkEnvironment, type FieldRead, type Variant, variantsOf } from '../../../core/safety/environment';
import type { Verdict } from '../../../core/safety/verdict';
import { type ExecutedOutcome, outcomeOf } from '../../../core/simulation/outcome';
import { runOfOne } from '../../../core/simulation/run';
import { rowIndex, type Trace } from '../../../core/trace/rows';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { fetchHead } from '../../../net/chain-reader';
import type { Rpc } from '../../../net/rpc/rpc';
import { continuedState } from '../replay/replay-state';
import type { Replayed } from '../replay/replayed';
import { run } from '../simulate/run';
import type { TraceSession } from '../trace-session';

export type BlockReads = { verdicts: Verdict[]; left: string[]; runs: number };

/** Makes one run for each field that code of the transaction reads. */
export async function checkBlockReads(
  rpc: Rpc,
  session: TraceSession,
  replayed: Replayed,
  signal: AbortSignal,
): Promise<Result<BlockReads, Failure>> {
  const { replay } = replayed;
  const found: BlockReads = { verdicts: [], left: [], runs: 0 };
  const { result, state, block } = replay.execution;
  if (result === undefined) return ok(found);
  const before = outcomeOf(state, result);
  const head = await fetchHead(rpc, { signal });
  if (!head.ok) return head;
  // A block that is not there yet is taken as the one it stands on; a simulation may say any number.
  const at = Math.min(session.opened.receipt.blockNumber, block.number - 1, head.value.blockNumber);
  const opcodes = replay.opcodes();
  for (const variant of variantsOf(block)) {
    const step = opcodes.findIndex((opcode) => variant.opcodes.includes(opcode));
    const read = step < 0 ? undefined : readAt(replay, replayed.trace, step);
    if (read === undefined) continue;
    found.runs++;
    const after = await executeWith(rpc, at, replayed, variant, signal);
    if (signal.aborted) return fail(failure('cancelled', 'Cancelled.'));
    if (!after.ok) {
      found.left.push(
        `It reads ${variant.field}, and could not be executed with another answer: ${after.error.message}`,
      );
      continue;
    }
    const verdict = checkEnvironment(variant, read, before, after.value);
    if (verdict !== undefined) found.verdicts.push(verdict);
  }
  return ok(found);
}

/** The frame that a step is in, and the contract whose code it runs. */
function readAt({ steps }: Replay, { rows, addresses }: Trace, step: number): FieldRead | undefined {
  const { stayStart, stayFrame } = steps;
  let stay = stayStart.findLastIndex((start) => start <= stepIndex(step));
  if (stay < 0) stay = 0;
  const row = rowIndex(stayFrame[stay]);
  const to = rows.to[row];
  const address = addresses[to < 0 ? rows.from[row] : to];
  return address === undefined ? undefined : { row, address };
}

/** The outcome in such a block; undefined where the transaction cannot be in one. */
async function executeWith(
  rpc: Rpc,
  at: number,
  replayed: Replayed,
  { change, isFree }: Variant,
  signal: AbortSignal,
): Promise<Result<ExecutedOutcome | undefined, Failure>> {
  const { block } = replayed.replay.execution;
  const known = { witness: replayed.witness, empty: slotsFoundEmpty(replayed.replay.execution.state) };
  const source = continuedState(rpc, at, signal, () => undefined, known);
  const environment = {
    ...block,
    ...change,
    blockHash: (number: number) => (number >= block.number ? new Uint8Array(32) : source.hashes.get(number)),
  };
  const transaction = {
    ...toInput(replayed.transaction),
    ...(isFree && { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }),
  };
  const ran = await run(runOfOne(environment, transaction, isFree ? 'free' : 'paid'), source, { signal });
  if (!ran.ok) return ran;
  const [outcome] = ran.value.outcomes;
  return ok(outcome?.state === 'executed' ? outcome : undefined);
}
