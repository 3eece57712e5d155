/** Runs conformance suites over a data directory and counts. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CaseResult, Suite } from './suite';

export type SuiteReport = {
  suite: string;
  /** Folder of the suite's data, under the data directory. */
  folder: string;
  passed: number;
  failed: number;
  skipped: number;
  refused: { name: string; reason: string }[];
  milliseconds: number;
  failures: { name: string; reason: string }[];
  /** Cases per reason. */
  skips: Record<string, number>;
  /** True when the suite's folder is not in the data directory, and nothing ran. */
  missing: boolean;
};

/** A limit that is met more often than in one case of so many is no safety net. */
const CASES_PER_REFUSAL = 5_000;

/**
 * Runs one suite on its folder in `data`. A suite that throws counts as one
 * more failure with its message; so does a folder in which it finds no case,
 * a case skipped without a reason, and more than one refused case in 5,000.
 */
export async function runSuite(suite: Suite, data: string): Promise<SuiteReport> {
  const report: SuiteReport = {
    suite: suite.name,
    folder: suite.folder ?? suite.name,
    passed: 0,
    failed: 0,
    skipped: 0,
    refused: [],
    milliseconds: 0,
    failures: [],
    skips: {},
    missing: false,
  };
  const folder = join(data, suite.folder ?? suite.name);
  if (!suite.needsNoData && !existsSync(folder)) return { ...report, missing: true };
  const start = performance.now();
  try {
    for await (const result of suite.run(folder)) count(report, result);
    const cases = report.passed + report.failed + report.skipped + report.refused.length;
    if (report.refused.length > Math.ceil(cases / CASES_PER_REFUSAL))
      fail(report, suite.name, `${report.refused.length} of ${cases} cases are refused, more than one in 5,000`);
    if (cases === 0) fail(report, suite.name, 'the folder holds no case');
  } catch (thrown) {
    fail(report, `${suite.name} (the suite itself)`, wordsOf(thrown));
  }
  report.milliseconds = Math.round(performance.now() - start);
  return report;
}

/** Returns the lines of a report: the counts, the skip reasons, and with `verbose` the failures. */
export function linesOf(report: SuiteReport, data: string, verbose: boolean): string[] {
  if (report.missing) return [`${report.suite}: not run, ${join(data, report.folder)} is missing`];
  return [
    `${report.suite}: ${report.passed} passed, ${report.failed} failed, ${report.skipped} skipped${
      report.refused.length === 0 ? '' : `, ${report.refused.length} refused`
    }`,
    ...Object.entries(report.skips)
      .sort(([, a], [, b]) => b - a)
      .map(([reason, cases]) => `  skipped ${cases}: ${reason}`),
    ...report.refused.map(({ name, reason }) => `  refused ${name}: ${reason}`),
    ...(verbose ? report.failures.map(({ name, reason }) => `  failed ${name}: ${reason}`) : []),
  ];
}

function count(report: SuiteReport, result: CaseResult): void {
  switch (result.outcome) {
    case 'passed':
      report.passed++;
      break;
    case 'failed':
      fail(report, result.name, result.reason);
      break;
    case 'refused':
      report.refused.push({ name: result.name, reason: result.reason });
      break;
    case 'skipped':
      if (result.reason.trim() === '') fail(report, result.name, 'skipped without a reason');
      else {
        report.skipped++;
        report.skips[result.reason] = (report.skips[result.reason] ?? 0) + 1;
      }
      break;
  }
}

function fail(report: SuiteReport, name: string, reason: string): void {
  report.failed++;
  report.failures.push({ name, reason });
}

function wordsOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
