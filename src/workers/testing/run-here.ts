/** Runs suites of a kept project in the thread that asks. */
import type { Coverage } from '../../core/testing/covered/coverage';
import type { TestResult } from '../../core/testing/result';
import { type NextSuite, runSuites } from '../../core/testing/run-tests';
import type { KeptTestResult } from '../../db/rows/test-project-row';
import { nextTurn } from '../scheduling/next-turn';
import type { KeptProject, Surroundings } from './kept-project';

/** Lines of the console of a test that are kept. */
const MAX_LINES = 200;
const MAX_TEXT = 2_000;

/** Hears how a run goes. */
export type RunListener = { suite(suite: string): void; test(result: KeptTestResult): void };

export type RunOptions = {
  /** Surroundings that tests may read beside the build. */
  surroundings: Surroundings;
  signal: AbortSignal;
  coverage?: Coverage | undefined;
};

/** Runs the suites that are handed out until there are none, or the signal is aborted. What failed in the last run is tried first. */
export async function runHere(
  { project, row }: Pick<KeptProject, 'project' | 'row'>,
  next: NextSuite,
  told: RunListener,
  { surroundings, signal, coverage }: RunOptions,
): Promise<void> {
  const known = new Map(
    row.results.map(({ suite, signature, counterexample }) => [`${suite} ${signature}`, counterexample]),
  );
  await runSuites(project, next, {
    ...surroundings,
    now: () => performance.now(),
    async pause() {
      await nextTurn(); // what others say meanwhile, a cancel above all, is heard
      return !signal.aborted;
    },
    counterexample: (suite, signature) => known.get(`${suite} ${signature}`),
    places: true,
    ...(coverage && { coverage }),
    onSuite: (suite) => told.suite(suite),
    onTest: (suite, result) => told.test(keptResult(suite, result)),
  });
}

function keptResult(suite: string, result: TestResult): KeptTestResult {
  const {
    signature,
    kind,
    status,
    reason,
    place,
    compared,
    reads,
    gas,
    counts,
    counterexample,
    duration,
    unsupported,
  } = result;
  return {
    suite,
    signature,
    kind,
    status,
    ...(reason !== undefined && { reason: reason.slice(0, MAX_TEXT) }),
    ...(place !== undefined && { place }),
    ...(compared !== undefined && { compared }),
    ...(reads !== undefined && { reads }),
    gas,
    ...(counts !== undefined && { counts }),
    ...(counterexample !== undefined && { counterexample }),
    console: result.console.slice(0, MAX_LINES).map((line) => line.slice(0, MAX_TEXT)),
    ...(unsupported !== undefined && { unsupported }),
    duration,
  };
}
