/** Checked simulations as JUnit XML, the form that build servers read. */
import type { SimulationReport } from '../run-simulation';
import { escapeXml } from './xml';

/** A report with how long it took. */
export type TimedReport = SimulationReport & { seconds: number };

/** Returns the XML: a suite for each file, a case for each step; a file that could not be run is an error. */
export function junitXml(reports: readonly TimedReport[]): string {
  const suites = reports.map(suiteXml);
  const total = reports.reduce((sum, { seconds }) => sum + seconds, 0);
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="loupe" ${countsOf(reports)} time="${total.toFixed(3)}">
${suites.join('')}</testsuites>
`;
}

function countsOf(reports: readonly TimedReport[]): string {
  const cases = reports.reduce((sum, { steps }) => sum + (steps?.length ?? 1), 0);
  const failed = reports.flatMap(({ steps = [] }) => steps.filter(({ isAsExpected }) => !isAsExpected));
  const errors = reports.filter(({ code }) => code === 2);
  return `tests="${cases}" failures="${failed.length}" errors="${errors.length}"`;
}

function suiteXml(report: TimedReport): string {
  const { file, problem, steps = [], seconds } = report;
  const head = `  <testsuite name="${escapeXml(file)}" ${countsOf([report])} time="${seconds.toFixed(3)}">\n`;
  const cases = steps.map(({ label, words, unmet, isAsExpected }, at) => {
    const name = `${at + 1}${label === '' ? '' : ` ${label}`}`;
    const open = `    <testcase name="${escapeXml(name)}" classname="${escapeXml(file)}" time="0.000">`;
    if (isAsExpected) return `${open}<system-out>${escapeXml(words)}</system-out></testcase>\n`;
    const message = unmet.length > 0 ? unmet.join(' ') : words;
    return `${open}<failure message="${escapeXml(message)}">${escapeXml(words)}</failure></testcase>\n`;
  });
  const error =
    problem === undefined
      ? ''
      : `    <testcase name="run" classname="${escapeXml(file)}" time="0.000"><error message="${escapeXml(problem)}"/></testcase>\n`;
  return `${head}${cases.join('')}${error}  </testsuite>\n`;
}
