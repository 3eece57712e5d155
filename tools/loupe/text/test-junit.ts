/** Results of tests as JUnit's XML, which CI systems read. */

import type { SuiteResult, TestResult } from '../../../src/core/testing/result';
import { harmlessText } from '../../../src/core/text/harmless';
import { failureLines } from './test-failure';
import { escapeXml } from './xml';

const MAX_TEXT = 100_000;

/** Returns the XML of the results. */
export function junitOf(results: readonly SuiteResult[]): string {
  const suites = results.map(({ suite, tests, duration }) => {
    const count = (status: TestResult['status']) => tests.filter((test) => test.status === status).length;
    const head = `tests="${tests.length}" failures="${count('failed')}" skipped="${count('skipped')}" time="${seconds(duration)}"`;
    return `  <testsuite name="${escaped(suite)}" ${head}>\n${tests.map((test) => caseOf(suite, test)).join('')}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}</testsuites>\n`;
}

function caseOf(suite: string, test: TestResult): string {
  const { signature, status, reason, duration, console } = test;
  const head = `    <testcase classname="${escaped(suite)}" name="${escaped(signature)}" time="${seconds(duration)}"`;
  const told =
    (status === 'failed' ? `      ${failureOf(test)}\n` : '') +
    (status === 'skipped' ? `      <skipped${reason === undefined ? '' : ` message="${escaped(reason)}"`}/>\n` : '') +
    (console.length === 0 ? '' : `      <system-out>${escaped(console.join('\n'))}</system-out>\n`);
  return told === '' ? `${head}/>\n` : `${head}>\n${told}    </testcase>\n`;
}

/** What readers of the format show below the message is its text: the line, what it read, the inputs. */
function failureOf({ reason = '', ...failed }: TestResult): string {
  const head = `<failure type="failed" message="${escaped(reason)}"`;
  const lines = failureLines(failed);
  return lines.length === 0 ? `${head}/>` : `${head}>${escaped(lines.join('\n'))}</failure>`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/** Makes a text of the chain harmless line by line, then XML. */
function escaped(text: string): string {
  const lines = text.split('\n').map((line) => harmlessText(line, MAX_TEXT));
  return escapeXml(lines.join('\n'));
}
