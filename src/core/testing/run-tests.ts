/** Runs tests of a project, suite by suite. */

import { failureOf } from './failure-place';
import type { TestHost } from './host';
import type { TestProject } from './project';
import type { SuiteResult, TestResult } from './result';
import { runTest } from './run/run-test';
import { prepareProject, SuiteRun } from './run/suite-run';
import { Cancelled } from './run/test-chain';
import type { Suite } from './suite';

/** Failed tests whose places are looked for: who has more begins with these. */
const MAX_PLACES = 100;

/** Hands out the next suite to run; undefined when there is none left. */
export type NextSuite = () => Suite | undefined | Promise<Suite | undefined>;

/** Runs the suites and returns their results; those that had not ended when the host cancelled are absent. */
export function runTests(project: TestProject, suites: readonly Suite[], host: TestHost): Promise<SuiteResult[]> {
  const left = suites.values();
  return runSuites(project, () => left.next().value, host);
}

/** Runs suites as they are handed out, so that several threads share them, and returns their results as `runTests` does. */
export async function runSuites(project: TestProject, next: NextSuite, host: TestHost): Promise<SuiteResult[]> {
  const prepared = prepareProject(project);
  const results: SuiteResult[] = [];
  let places = host.places ? MAX_PLACES : 0;
  const { coverage: _, ...alone } = host;
  const placeOf: PlaceOf = async (suite, { signature, counterexample }) => {
    if (places-- <= 0) return undefined;
    return failureOf(project, { suite, signature, ...(counterexample && { counterexample }) }, alone);
  };
  try {
    for (let suite = await next(); suite !== undefined; suite = await next()) {
      host.onSuite?.(suite.id);
      const result = await runSuite(new SuiteRun(prepared, suite, host), suite, host, placeOf);
      results.push(result);
      host.onSuiteDone?.(result);
      if (!(await host.pause())) break;
    }
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
  }
  return results;
}

type PlaceOf = (suite: string, result: TestResult) => ReturnType<typeof failureOf>;

async function runSuite(run: SuiteRun, suite: Suite, host: TestHost, placeOf: PlaceOf): Promise<SuiteResult> {
  const begun = host.now();
  const setUp = await run.setUp();
  host.coverage?.endOf({ suite: suite.id, signature: 'setUp()' });
  const tests: TestResult[] = [];
  const warnings: string[] = [];
  const add = async (result: TestResult) => {
    host.coverage?.endOf({ suite: suite.id, signature: result.signature });
    const failed = result.status === 'failed' ? await placeOf(suite.id, result) : undefined;
    const { place, reads = [] } = failed ?? {};
    const told = { ...result, ...(place && { place }), ...(reads.length > 0 && { reads }) };
    tests.push(told);
    host.onTest?.(suite.id, told);
  };
  if (setUp.failed) await add({ ...setUp.failed, duration: host.now() - begun });
  else for (const test of suite.tests) await add(await runTest(run, test, setUp));
  return { suite: suite.id, tests, warnings, duration: host.now() - begun };
}
