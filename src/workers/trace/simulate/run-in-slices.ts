/**
 * The one way to run in the workers: blocks of steps on a state, in slices, with what is missing of the state supplied
 * on the way. A bundle, a changed transaction, a variation and the runs of safety and of the least gas come through here.
 *
 * A run is recorded where somebody is about to look at a trace of it: what the reader runs or opens. It is not recorded
 * where its outcome is all that is asked for, as of variations, of watched simulations and in the search for the least
 * gas: recording halves the speed of the interpreter, and there are dozens of these.
 */

import { formatInteger } from '../../../core/format/counts';
import { DEFAULT_STEP_LIMIT } from '../../../core/replay/step-limit';
import type { SimulationPlan } from '../../../core/simulation/plan';
import { prepareRun, type Standing } from '../../../core/simulation/prepare';
import { Run, type RunBlock, type RunOptions } from '../../../core/simulation/run';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { readPreference } from '../../../db/reader/preferences';
import type { Progress } from '../../ids';
import type { ReplayState } from '../replay/replay-state';
import { runToEnd } from '../replay/run-to-end';

export type RunJob = {
  signal: AbortSignal;
  onProgress?: (progress: Progress) => void;
  /** Looked at between two slices; a failure ends the run. */
  stopFor?: (run: Run) => Failure | undefined;
};

/** Runs to the end. Fails past the step limit, which is the reader's unless one is given, and as `source` does. */
export async function run(
  blocks: readonly RunBlock[],
  source: ReplayState,
  { signal, onProgress, stopFor }: RunJob,
  options: RunOptions = {},
): Promise<Result<Run, Failure>> {
  const stepLimit = options.stepLimit ?? (await readStepLimit());
  const running = new Run(source.state, blocks, { ...options, stepLimit });
  const stopped = await runToEnd(running, source, signal, () => {
    onProgress?.({ phase: 'Executing', done: running.steps, unit: 'steps' });
    return stopFor?.(running);
  });
  if (stopped) return fail(stopped);
  return running.tooLong
    ? fail(failure('tooLarge', `It takes more than ${formatInteger(stepLimit)} steps, which is the limit.`))
    : ok(running);
}

/** Does as `run`, for a plan. */
export function runPlan(
  plan: SimulationPlan,
  standing: Standing,
  source: ReplayState,
  job: RunJob,
  options: RunOptions = {},
): Promise<Result<Run, Failure>> {
  return run(prepareRun(plan, standing, source.hashes), source, job, options);
}

/** Steps that a run may take, by the reader's choice. */
async function readStepLimit(): Promise<number> {
  return (await readPreference('stepLimit')) || DEFAULT_STEP_LIMIT;
}
