import { expect, test } from 'vitest';
import { readPlaywrightReport, readVitestReport, slowestLines } from '../../../tools/test/reports';

const VITEST = {
  numPassedTests: 1,
  numFailedTests: 1,
  numFailedTestSuites: 1,
  testResults: [
    {
      name: '/project/tests/core/a.test.ts',
      assertionResults: [
        { fullName: 'adds', duration: 1_500, status: 'passed' },
        { fullName: 'subtracts', duration: 20, status: 'failed' },
        { fullName: 'divides', status: 'pending' },
      ],
    },
  ],
};

const PLAYWRIGHT = {
  stats: { expected: 1, unexpected: 1, flaky: 1 },
  suites: [
    {
      file: 'a.spec.ts',
      specs: [{ title: 'opens', tests: [{ status: 'expected', results: [{ duration: 2_000 }] }] }],
      suites: [
        {
          file: 'a.spec.ts',
          specs: [
            { title: 'closes', tests: [{ status: 'unexpected', results: [{ duration: 500 }] }] },
            { title: 'wobbles', tests: [{ status: 'flaky', results: [{ duration: 300 }, { duration: 400 }] }] },
            { title: 'rests', tests: [{ status: 'skipped', results: [] }] },
          ],
        },
      ],
    },
  ],
};

test('the tests of Vitest, by file and state', () => {
  const { counts, tests } = readVitestReport(VITEST, '/project');
  expect(counts).toEqual({ passed: 1, failed: 1 });
  expect(tests.map(({ name, file, seconds, state }) => [name, file, seconds, state])).toEqual([
    ['adds', 'tests/core/a.test.ts', 1.5, 'passed'],
    ['subtracts', 'tests/core/a.test.ts', 0.02, 'failed'],
    ['divides', 'tests/core/a.test.ts', 0, 'skipped'],
  ]);
});

test('a file of Vitest that could not be loaded is a failure', () => {
  const report = { numPassedTests: 3, numFailedTests: 0, numFailedTestSuites: 1 };
  expect(readVitestReport(report, '/project').counts).toEqual({ passed: 3, failed: 1 });
});

test('the tests of Playwright; one that passed on a second try failed', () => {
  const { counts, tests } = readPlaywrightReport(PLAYWRIGHT, 'tests/e2e');
  expect(counts).toEqual({ passed: 1, failed: 2 });
  expect(tests.map(({ name, file, seconds, state }) => [name, file, seconds, state])).toEqual([
    ['opens', 'tests/e2e/a.spec.ts', 2, 'passed'],
    ['closes', 'tests/e2e/a.spec.ts', 0.5, 'failed'],
    ['wobbles', 'tests/e2e/a.spec.ts', 0.7, 'failed'],
    ['rests', 'tests/e2e/a.spec.ts', 0, 'skipped'],
  ]);
});

test('the slowest tests of both stand first', () => {
  const tests = [...readVitestReport(VITEST, '/project').tests, ...readPlaywrightReport(PLAYWRIGHT, 'tests/e2e').tests];
  expect(slowestLines(tests, 2)).toEqual([
    '   2.0 s  tests/e2e/a.spec.ts  opens',
    '   1.5 s  tests/core/a.test.ts  adds',
  ]);
});
