/** A step of a kept simulation, to be opened as a transaction is. No endpoint is asked for its record. */
import { stepTransaction } from '../../../core/simulation/prepare';
import { readSimulationHash } from '../../../core/simulation/simulation-hash';
import { describeTraceProblem } from '../../../core/trace/parser';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import type { TransactionKey } from '../../ids';
import type { Repeated } from '../open/opening';
import { openedOf, receiptOf } from './simulated-trace';
import type { SimulationRuns } from './simulation-runs';

/** Returns the step that the hash of `key` names, with its record and its trace; it runs where its run is not held. */
export async function repeatStep(
  runs: SimulationRuns,
  key: TransactionKey,
  signal: AbortSignal,
): Promise<Result<Repeated, Failure>> {
  const named = readSimulationHash(key.hash);
  if (named === undefined) return fail(failure('notFound', 'This is not the hash of a simulation.'));
  const ran = await runs.recorded(named.id, named.step, signal);
  if (!ran.ok) return ran;
  const { kept, standing, step, block, outcome, recording, usedBefore } = ran.value;
  if (kept.networkId !== key.networkId) return fail(failure('notFound', 'The simulation is of another network.'));
  if (recording.problem) return fail(failure('tooLarge', describeTraceProblem(recording.problem)));

  const transaction = stepTransaction(step, block, outcome, named.id, named.step);
  // Nobody knows a state of a block that is not there: questions about contracts are asked at the block it stands on.
  const whole = receiptOf(
    transaction,
    { ...block, number: standing.block.number, ...(standing.block.hash && { hash: standing.block.hash }) },
    outcome,
  );
  const receipt = {
    ...whole,
    cumulativeGasUsed: usedBefore + outcome.gasUsed,
    effectiveGasPrice: outcome.gasPrice,
  };
  const hashes = new Map(kept.witness.hashes.map(({ number, hash }) => [number, hash]));
  const { opened } = openedOf({ recording, transaction, receipt, block, hashes });
  const record = { transaction, receipt: opened.receipt, block, origin: 'cache', fetchedAt: kept.createdAt } as const;
  return ok({
    loaded: { record, receipt: opened.wholeReceipt },
    made: { ...opened, isSimulated: true },
  });
}
