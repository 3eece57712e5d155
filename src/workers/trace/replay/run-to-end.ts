/** Executions in slices, with what they miss supplied on the way. */

import { GivenUp } from '../../../core/evm/given-up';
import type { Machine } from '../../../core/evm/machine';
import { type Library, loadLibrary } from '../../../core/evm/precompiles/libraries';
import { type Following, predictReads } from '../../../core/evm/predict-reads';
import { Stop } from '../../../core/evm/run';
import type { Missing } from '../../../core/evm/state/state';
import { type Failure, failure } from '../../../core/values/failure';
import { createSlices } from '../../scheduling/slices';
import type { Ahead, ReplayState } from './replay-state';

/** Steps between two checks for cancellation; fewer at first, so that the first progress is reported soon. */
const STEPS_PER_SLICE = 50_000;
const STEPS_OF_FIRST_SLICE = 20_000;

type Task = { run(budget: number): Stop; readonly machine?: Machine | undefined };

/**
 * Runs in slices, supplying what is missing; undefined at the end, otherwise
 * why it came to no end. `following`: what runs on the same state afterwards,
 * and may miss the same things.
 */
export async function runToEnd(
  task: Task,
  source: ReplayState,
  signal: AbortSignal,
  afterSlice: () => Failure | undefined | Promise<Failure | undefined> = () => undefined,
  following: readonly Following[] = [],
): Promise<Failure | undefined> {
  const slices = createSlices(signal);
  let slice = STEPS_OF_FIRST_SLICE;
  for (;;) {
    if (signal.aborted) return failure('cancelled', 'Cancelled.');
    const stop = runSlice(task, slice);
    if (typeof stop === 'object') return stop;
    if (stop === Stop.budget) slice = STEPS_PER_SLICE;
    if (stop === Stop.done) return undefined;
    const { missing } = source.state;
    const failed =
      stop === Stop.missing && missing
        ? await supply(missing, source, () => predictReads(source.state, task.machine, following))
        : await afterSlice();
    if (failed) return failed;
    try {
      await slices.pause();
    } catch {
      return failure('cancelled', 'Cancelled.');
    }
  }
}

/** Returns the failure of an execution that takes more steps than it may. */
export function tooManySteps(limit: number): Failure {
  return failure(
    'tooLarge',
    `It takes more than ${limit.toLocaleString('en')} steps, which is as many as Loupe executes.`,
  );
}

/** Returns a sentence on why an execution could not begin. */
export function invalidity(reason: string | undefined): string {
  return `The transaction is not valid on the loaded state: ${reason ?? 'no reason is known'}.`;
}

function runSlice(task: Task, steps: number): Stop | Failure {
  try {
    return task.run(steps);
  } catch (error) {
    if (error instanceof GivenUp) return failure(error.code, error.message);
    throw error;
  }
}

async function supply(missing: Missing, source: ReplayState, ahead: Ahead): Promise<Failure | undefined> {
  if (missing.kind !== 'library') return source.supply(missing, ahead);
  try {
    await loadLibrary(missing.library);
    return undefined;
  } catch (error) {
    const raw = String(error).slice(0, 300);
    return failure('endpointDown', `The code for ${WHAT[missing.library]} could not be loaded.`, { raw });
  }
}

const WHAT: Record<Library, string> = {
  secp256k1: 'recovering signers',
  hashes: 'SHA-256 and RIPEMD-160',
  blake2: 'BLAKE2b',
  modexp: 'powers of large numbers',
  p256: 'the curve P-256',
  bn254: 'the curve alt_bn128',
  bls12: 'the curve BLS12-381',
  kzg: 'checking KZG proofs',
};
