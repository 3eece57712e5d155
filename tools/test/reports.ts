/** The tests of a run, read from the JSON reports of the runners. */
import { relative } from 'node:path';
import type { Counts } from './plan';

/** `state`: a test that was not run at all, for it or its file says so, was skipped. */
export type TestRun = { name: string; file: string; seconds: number; state: 'passed' | 'failed' | 'skipped' };

/** A runner's report: how many passed and failed, and each of its tests. Files are relative to the project. */
export type Report = { counts: Counts; tests: readonly TestRun[] };

/** Reads the report of Vitest's `json` reporter. A file that could not be loaded counts as one failure. `root` is the project's folder. */
export function readVitestReport(json: unknown, root: string): Report {
  type Assertion = { fullName: string; duration?: number | null; status: string };
  const report = json as {
    numPassedTests: number;
    numFailedTests: number;
    numFailedTestSuites: number;
    testResults?: readonly { name: string; assertionResults: readonly Assertion[] }[];
  };
  return {
    counts: {
      passed: report.numPassedTests,
      failed: report.numFailedTests > 0 ? report.numFailedTests : report.numFailedTestSuites,
    },
    tests: (report.testResults ?? []).flatMap(({ name: file, assertionResults }) =>
      assertionResults.map(({ fullName, duration, status }) => ({
        name: fullName,
        file: relative(root, file).replaceAll('\\', '/'),
        seconds: (duration ?? 0) / 1_000,
        state: status === 'passed' || status === 'failed' ? status : 'skipped',
      })),
    ),
  };
}

type PlaywrightSuite = {
  file: string;
  specs: readonly { title: string; tests: readonly { status: string; results: readonly { duration: number }[] }[] }[];
  suites?: readonly PlaywrightSuite[];
};

/** Reads the report of Playwright's `json` reporter. A test that passed on a second try counts as failed: it is not to be relied on. */
export function readPlaywrightReport(json: unknown, folder: string): Report {
  const { stats, suites = [] } = json as {
    stats: { expected: number; unexpected: number; flaky: number };
    suites?: readonly PlaywrightSuite[];
  };
  const testsOf = ({ file, specs, suites: inner = [] }: PlaywrightSuite): TestRun[] => [
    ...specs.flatMap(({ title, tests }) =>
      tests.map(
        ({ status, results }): TestRun => ({
          name: title,
          file: `${folder}/${file}`,
          seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1_000,
          state: status === 'expected' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed',
        }),
      ),
    ),
    ...inner.flatMap(testsOf),
  ];
  return {
    counts: { passed: stats.expected, failed: stats.unexpected + stats.flaky },
    tests: suites.flatMap(testsOf),
  };
}

/** Returns the `count` tests that took longest, a line each, the longest first. */
export function slowestLines(tests: readonly TestRun[], count: number): string[] {
  return tests
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ seconds, file, name }) => `${seconds.toFixed(1).padStart(6)} s  ${file}  ${name}`);
}
