/** A plan executed on a state, in slices; what is missing of the state is supplied on the way. */

import { formatInteger } from '../../../core/format/counts';
import { DEFAULT_STEP_LIMIT } from '../../../core/replay/replay';
import type { SimulationPlan } from '../../../core/simulation/plan';
import { prepareRun, type Standing } from '../../../core/simulation/prepare';
import { type RunOptions, SimulationRun } from '../../../core/simulation/run';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { readPreference } from '../../../db/preferences';
import type { Progress } from '../../ids';
import type { ReplayState } from '../replay/replay-state';
import { runToEnd } from '../replay/run-to-end';

/** Fails past the step limit. */
export async function execute(
  plan: SimulationPlan,
  standing: Standing,
  source: ReplayState,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
  options: RunOptions = {},
): Promise<Result<SimulationRun, Failure>> {
  const stepLimit = options.stepLimit ?? (await readStepLimit());
  const run = new SimulationRun(source.state, prepareRun(plan, standing, source.hashes), { ...options, stepLimit });
  const stopped = await runToEnd(run, source, signal, () => {
    onProgress({ phase: 'Executing', done: run.steps, unit: 'steps' });
    return undefined;
  });
  if (stopped) return fail(stopped);
  return run.tooLong
    ? fail(failure('tooLarge', `It takes more than ${formatInteger(stepLimit)} steps, which is the limit.`))
    : ok(run);
}

/** Steps that a run may take, by the reader's choice. */
export async function readStepLimit(): Promise<number> {
  return (await readPreference('stepLimit')) || DEFAULT_STEP_LIMIT;
}
