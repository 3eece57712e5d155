/** Opens a step of a kept simulation as a transaction is opened: first its record, then its trace. Asks no endpoint for either. */
import { withoutLogs } from '../../../core/chain/transaction';
import { stepTransaction } from '../../../core/simulation/prepare';
import { readSimulationHash } from '../../../core/simulation/simulation-hash';
import { describeTraceProblem } from '../../../core/trace/parser';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import type { TransactionKey } from '../../ids';
import type { TransactionUpdate } from '../open-trace.api';
import type { OpenTraces } from '../open-traces';
import { openedOf, receiptOf } from './simulated-trace';
import type { SimulationRuns } from './simulation-runs';

export async function openSimulated(
  traces: OpenTraces,
  runs: SimulationRuns,
  key: TransactionKey,
  signal: AbortSignal,
  onUpdate: (update: TransactionUpdate) => unknown,
): Promise<Result<undefined, Failure>> {
  const named = readSimulationHash(key.hash);
  if (named === undefined) return fail(failure('notFound', 'This is not the hash of a simulation.'));
  const ran = await runs.recorded(named.id, named.step, signal);
  if (!ran.ok) return ran;
  const { kept, standing, step, block, outcome, recording } = ran.value;
  if (kept.networkId !== key.networkId) return fail(failure('notFound', 'The simulation is of another network.'));
  if (recording.problem) return fail(failure('tooLarge', describeTraceProblem(recording.problem)));

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
  const hashes = new Map(kept.witness.hashes.map(({ number, hash }) => [number, hash]));
  const { opened } = openedOf({ recording, transaction, receipt, block, hashes });
  await traces.showFirst(key, opened, signal, onUpdate);
  return ok(undefined);
}
