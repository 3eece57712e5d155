/** Runs tests of a project, suite by suite. */

import type { TestHost } from './host';
import type { TestProject } from './project';
import type { SuiteResult, TestResult } from './result';
import { runTest } from './run/run-test';
import { prepareProject, SuiteRun } from './run/suite-run';
import { Cancelled } from './run/test-chain';
import type { Suite } from './suite';

/** Runs the suites and returns their results; those that had not ended when the host cancelled are absent. */
export async function runTests(project: TestProject, suites: readonly Suite[], host: TestHost): Promise<SuiteResult[]> {
  const prepared = prepareProject(project);
  const results: SuiteResult[] = [];
  try {
    for (const [done, suite] of suites.entries()) {
      host.onSuite?.(suite.id, { done, suites: suites.length });
      const result = await runSuite(new SuiteRun(prepared, suite, host), suite, host);
      results.push(result);
      host.onSuiteDone?.(result);
      if (!(await host.pause())) break;
    }
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
  }
  return results;
}

async function runSuite(run: SuiteRun, suite: Suite, host: TestHost): Promise<SuiteResult> {
  const begun = host.now();
  const setUp = await run.setUp();
  host.coverage?.endOf({ suite: suite.id, signature: 'setUp()' });
  const tests: TestResult[] = [];
  const warnings: string[] = [];
  const add = (result: TestResult) => {
    tests.push(result);
    host.coverage?.endOf({ suite: suite.id, signature: result.signature });
    host.onTest?.(suite.id, result);
  };
  if (setUp.failed) add({ ...setUp.failed, duration: host.now() - begun });
  else for (const test of suite.tests) add(await runTest(run, test, setUp));
  return { suite: suite.id, tests, warnings, duration: host.now() - begun };
}
