/** Long runs in several threads: suites are handed out one by one to whoever is free, so that the longest decides how long it takes. */
import type { NextSuite } from '../../core/testing/run-tests';
import type { Suite } from '../../core/testing/suite';
import type { TestProjectId } from '../../core/testing/test-hash';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { KeptTestResult } from '../../db/rows/test-project-row';
import { pauseFor } from '../scheduling/wait';
import type { RunListener } from './run-here';

/** A thread that runs suites of a kept project as they are handed out. */
export type Runner = {
  run(id: TestProjectId, next: NextSuite, told: RunListener): Promise<Result<undefined, Failure>>;
  /** Ends it at once; a run that goes on is never settled. */
  end(): void;
};

export type Runners = {
  start(): Runner;
  /** Threads beside the one that asks. */
  most: number;
  /** Milliseconds that a run must have lasted: a thread reads the whole build before its first test. */
  after: number;
};

type Sharing = {
  /** Runs suites in this thread. */
  here(next: NextSuite): Promise<void>;
  told: RunListener;
  signal: AbortSignal;
  runners?: Runners;
};

/** Runs the suites here, and in the runners once it has lasted; ends these with the run or when the signal is aborted. Rejects where one of them died. */
export async function runSideBySide(
  id: TestProjectId,
  suites: readonly Suite[],
  { here, told, signal, runners }: Sharing,
): Promise<void> {
  const left = suites.values();
  let handedOut = 0;
  const next = (): Suite | undefined => {
    if (signal.aborted) return undefined;
    handedOut++;
    return left.next().value;
  };
  const own = here(next);
  if (runners === undefined) return own;
  const started: Runner[] = [];
  try {
    const isOver = await Promise.race([own.then(() => true), pauseFor(runners.after, signal).then(() => false)]);
    if (isOver || signal.aborted) return await own;
    const count = Math.min(runners.most, suites.length - handedOut);
    for (let one = 0; one < count; one++) started.push(runners.start());
    const beside = started.map(async (runner) => {
      const ran = await runner.run(id, next, told);
      // The project was removed meanwhile, or is another: what was handed out to it has no result.
      if (!ran.ok) throw new Error(ran.error.message);
    });
    await Promise.race([Promise.all([own, ...beside]), aborted(signal)]);
    await own;
  } finally {
    for (const runner of started) runner.end();
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Returns the suites with those first that took longest when they ran last; what never ran keeps its place before them. */
export function longestFirst(suites: readonly Suite[], results: readonly KeptTestResult[]): Suite[] {
  const lasted = new Map<string, number>();
  for (const { suite, duration } of results) lasted.set(suite, (lasted.get(suite) ?? 0) + duration);
  const of = ({ id }: Suite) => lasted.get(id) ?? Number.MAX_VALUE;
  return suites.toSorted((a, b) => of(b) - of(a));
}
