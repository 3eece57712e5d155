/** How many tests passed and failed, read from the JSON reports of the runners. */
import type { Counts } from './plan';

/** From Vitest's `json` reporter. A file that could not be loaded counts as one failure. */
export function vitestCounts(json: unknown): Counts {
  const report = json as { numPassedTests: number; numFailedTests: number; numFailedTestSuites: number };
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests > 0 ? report.numFailedTests : report.numFailedTestSuites,
  };
}

/** From Playwright's `json` reporter. A test that passed on a second try counts as failed: it is not to be relied on. */
export function playwrightCounts(json: unknown): Counts {
  const { stats } = json as { stats: { expected: number; unexpected: number; flaky: number } };
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
}
