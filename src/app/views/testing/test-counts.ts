/** Tests with how they came out last: counts, order and the words of a row. */
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { SUITE_CALLS, type Suite, type Test } from '../../../core/testing/suite';
import { harmlessText } from '../../../core/text/harmless';
import type { KeptTestResult } from '../../../db/rows/test-project-row';

export type Counts = { passed: number; failed: number; skipped: number };

/** Counts results by status. */
export function countResults(results: Iterable<KeptTestResult>): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { status } of results) counts[status]++;
  return counts;
}

/** A test with its last result; `test` is undefined where the suite itself could not be set up. */
export type TestRowData = { suite: Suite; test: Test | undefined; result: KeptTestResult | undefined };

/** Names a test in the address and among results. */
export function testKey(suite: string, signature: string): string {
  return `${suite} ${signature}`;
}

/** Returns a row for each test, and for each suite that could not be set up; failed ones first, else as they are declared. */
export function testRows(suites: readonly Suite[], results: ReadonlyMap<string, KeptTestResult>): TestRowData[] {
  const rows = suites.flatMap((suite) => {
    const own = SUITE_CALLS.flatMap((call) => results.get(testKey(suite.id, call)) ?? []);
    const tests = suite.tests.map((test) => ({ suite, test, result: results.get(testKey(suite.id, test.signature)) }));
    return [...own.map((result) => ({ suite, test: undefined, result })), ...tests];
  });
  return [...rows.filter(hasFailed), ...rows.filter((row) => !hasFailed(row))];
}

function hasFailed({ result }: TestRowData): boolean {
  return result?.status === 'failed';
}

/** Returns the change of gas against the run before, as `+120` or `−7`; '' where there is none. */
export function gasChange({ gas, gasBefore }: { gas: number; gasBefore?: number | undefined }): string {
  if (gasBefore === undefined || gasBefore === gas) return '';
  const change = gas - gasBefore;
  return `${change > 0 ? '+' : '−'}${formatInteger(Math.abs(change))}`;
}

/** Returns why a test failed or was skipped, with the values compared, and the place; '' for what is not known. */
export function reasonOf({ reason, compared, place, counterexample }: KeptTestResult): { said: string; where: string } {
  const values = compared && `${compared.left} ${compared.operator} ${compared.right}`;
  const inputs = counterexample && inputsOf(counterexample);
  // The message of an assertion has the values already.
  const said =
    reason !== undefined && values !== undefined && reason.includes(values)
      ? reason
      : [reason, values].filter(Boolean).join(': ');
  const where = place ? `${place.file.split('/').at(-1)}:${place.line}` : '';
  return { said: harmlessText([said, inputs].filter(Boolean).join(' · '), 300), where: harmlessText(where, 100) };
}

/** What a test was given, or how many calls of others came before it. */
function inputsOf(calls: NonNullable<KeptTestResult['counterexample']>): string | undefined {
  const [call] = calls;
  if (call?.target !== undefined) return `after ${countOf(calls.length, 'call')}`;
  return call && call.args.length > 0 ? `with ${call.args.join(', ')}` : undefined;
}

/** Returns how long it took, `12 ms` or `1.4 s`. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1) return '< 1 ms';
  return milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}

/** Returns the signature of a row: of its test, or of what failed of the suite. */
export function signatureOfRow({ test, result }: TestRowData): string {
  return test?.signature ?? result?.signature ?? '';
}
