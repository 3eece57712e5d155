/** The other side of a runner: a thread beside the one that leads a run. */
import type { NextSuite } from '../../core/testing/run-tests';
import type { TestProjectId } from '../../core/testing/test-hash';
import type { Failure } from '../../core/values/failure';
import { ok, type Result } from '../../core/values/result';
import type { KeptTestResult } from '../../db/rows/test-project-row';
import { WorkerLife } from '../worker-life';
import { KeptProjects } from './kept-project';
import { runHere } from './run-here';
import type { Runner, Runners } from './side-by-side';

/** Milliseconds of a run after which threads are started beside it. */
const AFTER = 400;
/** Each holds the whole build, so there are not more of them on machines that have many cores. */
const MOST = 3;

export interface RunnerApi {
  run(
    id: TestProjectId,
    networks: KeptProjects['networks'],
    next: NextSuite,
    suite: (suite: string) => void,
    test: (result: KeptTestResult) => void,
  ): Promise<Result<undefined, Failure>>;
}

/** Returns what a thread offers that was started to share a run. It is ended to cancel it. */
export function createRunner(projects = new KeptProjects()): RunnerApi {
  const { signal } = new AbortController();
  return {
    async run(id, networks, next, suite, test) {
      projects.networks = networks;
      const kept = await projects.read(id);
      if (!kept.ok) return kept;
      const surroundings = await projects.surroundings(kept.value.row);
      await runHere(kept.value, next, { suite, test }, { surroundings, signal });
      return ok(undefined);
    },
  };
}

/** Returns the runners of this worker, which has `projects`: workers of the same script. None where there is one core. */
export function workerRunners(script: string, projects: KeptProjects): Runners {
  return {
    most: Math.min(MOST, (navigator.hardwareConcurrency ?? 2) - 1),
    after: AFTER,
    start: () => startRunner(script, projects),
  };
}

function startRunner(script: string, projects: KeptProjects): Runner {
  const life = new WorkerLife({
    spawn: () => new Worker(script, { type: 'module', name: 'testing' }),
    prepare: () => {},
    onDeath: () => life.end(), // its call is rejected; nobody makes another
  });
  return {
    run: (id, next, told) =>
      life.call('runner.run', [
        id,
        projects.networks,
        next,
        (suite: string) => told.suite(suite),
        (result: KeptTestResult) => told.test(result),
      ]) as ReturnType<Runner['run']>,
    end: () => life.end(),
  };
}
