/** Opens a step of a kept simulation as a transaction is opened: first its record, then its trace. Asks no endpoint for either. */
import { withoutLogs } from '../../../core/chain/transaction';
import { takeWitness } from '../../../core/evm/state/witness';
import { preparedBlocks, stepTransaction } from '../../../core/simulation/prepare';
import { readSimulationHash } from '../../../core/simulation/simulation-hash';
import { describeTraceProblem } from '../../../core/trace/parser';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import type { TransactionKey } from '../../ids';
import type { TransactionUpdate } from '../open-trace.api';
import type { OpenTraces } from '../open-traces';
import { LazyReplay } from '../replay/lazy-replay';
import { Replayed } from '../replay/replayed';
import { receiptOf } from './simulated-trace';
import { repeatSimulation } from './simulation-runs';

export async function openSimulated(
  traces: OpenTraces,
  key: TransactionKey,
  signal: AbortSignal,
  onUpdate: (update: TransactionUpdate) => unknown,
): Promise<Result<undefined, Failure>> {
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
  await onUpdate({
    type: 'record',
    record: { transaction, receipt: withoutLogs(receipt), block, origin: 'cache', fetchedAt: kept.createdAt },
  });
  const controller = new AbortController();
  const witness = takeWitness(source.state, source.hashes);
  const trace = run.replay.finish();
  const replayed = new Replayed(run.replay, trace, transaction, block, undefined, witness, controller.signal);
  await traces.showFirst(
    key,
    {
      transaction,
      receipt: withoutLogs(receipt),
      wholeReceipt: async () => ok(receipt),
      trace,
      // Nothing of it is kept but the request and what it read.
      cached: true,
      skipped: [],
      replay: new LazyReplay(async () => ({ skipped: [], replayed }), controller),
    },
    signal,
    onUpdate,
  );
  return ok(undefined);
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
