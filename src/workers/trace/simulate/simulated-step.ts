/** Runs a step of a kept simulation once more, to be opened as a transaction is. Asks no endpoint for its record. */
import { withoutLogs } from '../../../core/chain/transaction';
import { takeWitness } from '../../../core/evm/state/witness';
import { preparedBlocks, stepTransaction } from '../../../core/simulation/prepare';
import { readSimulationHash } from '../../../core/simulation/simulation-hash';
import { describeTraceProblem } from '../../../core/trace/parser';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import type { TransactionKey } from '../../ids';
import type { Repeated } from '../open/opening';
import { LazyReplay } from '../replay/lazy-replay';
import { Replayed } from '../replay/replayed';
import { receiptOf } from './simulated-trace';
import { repeatSimulation } from './simulation-runs';

export async function repeatStep(key: TransactionKey, signal: AbortSignal): Promise<Result<Repeated, Failure>> {
  const named = readSimulationHash(key.hash);
  if (named === undefined) return fail(failure('notFound', 'This is not the hash of a simulation.'));
  const repeated = await repeatSimulation(named.id, signal, { recorded: named.step });
  if (!repeated.ok) return repeated;
  const { kept, plan, standing, source, run } = repeated.value;
  const outcome = run.outcomes[named.step];
  const place = placeOf(plan.blocks, named.step);
  const step = place && plan.blocks[place.block]?.steps[place.at];
  const block = place && preparedBlocks(plan, standing)[place.block];
  if (kept.networkId !== key.networkId || step === undefined || block === undefined)
    return fail(failure('notFound', 'The simulation has no such step.'));
  if (outcome?.state !== 'executed' || run.replay === undefined)
    return fail(failure('notFound', 'This step of the simulation did not run.'));
  if (run.replay.problem) return fail(failure('tooLarge', describeTraceProblem(run.replay.problem)));

  const transaction = stepTransaction(step, block, outcome, named.id, named.step);
  // Nobody knows a state of a block that is not there: questions about contracts are asked at the block it stands on.
  const whole = receiptOf(
    transaction,
    { ...block, number: standing.block.number, ...(standing.block.hash && { hash: standing.block.hash }) },
    outcome,
  );
  const receipt = { ...whole, effectiveGasPrice: outcome.gasPrice };
  const record = {
    transaction,
    receipt: withoutLogs(receipt),
    block,
    origin: 'cache',
    fetchedAt: kept.createdAt,
  } as const;
  const wholeReceipt = async () => ok(receipt);
  const controller = new AbortController();
  const witness = takeWitness(source.state, source.hashes);
  const trace = run.replay.finish();
  const replayed = new Replayed(run.replay, trace, transaction, block, undefined, witness, controller.signal);
  return ok({
    loaded: { record, receipt: wholeReceipt },
    made: {
      transaction,
      receipt: record.receipt,
      wholeReceipt,
      trace,
      // Nothing of it is kept but the request and what it read.
      cached: true,
      isSimulated: true,
      skipped: [],
      replay: new LazyReplay(async () => ({ skipped: [], replayed }), controller),
    },
  });
}

/** The block of a step and its place there, by its number over all blocks. */
function placeOf(
  blocks: readonly { steps: readonly unknown[] }[],
  step: number,
): { block: number; at: number } | undefined {
  let before = 0;
  for (const [block, { steps }] of blocks.entries()) {
    if (step < before + steps.length) return { block, at: step - before };
    before += steps.length;
  }
  return undefined;
}
