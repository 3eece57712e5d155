/** Runs one test of a suite that was set up. */

import { selectorOf } from '../../abi/signature';
import { hexToBytes } from '../../chain/hex';
import type { TestResult } from '../result';
import type { Test } from '../suite';
import { runFuzz } from './fuzz';
import { runInvariant } from './invariant';
import type { SetUp, SuiteRun } from './suite-run';
import { runTable } from './table';

/** Runs a test on a copy of what `setUp` left, and returns its result. */
export async function runTest(suite: SuiteRun, test: Test, { chain, address }: SetUp): Promise<TestResult> {
  const begun = suite.host.now();
  const misconfigured = suite.misconfigured(test);
  if (misconfigured !== undefined) return suite.result(test, misconfigured, chain);
  const settings = suite.settingsFor(test);
  const own = chain.copied(settings);
  const refused = await suite.prepare(own, address, test);
  let result: TestResult;
  if (refused !== undefined) result = suite.result(test, refused, own);
  else if (test.kind === 'fuzz') result = await runFuzz(suite, test, own, address, settings);
  else if (test.kind === 'table') result = await runTable(suite, test, own, address);
  else if (test.kind === 'invariant') result = await runInvariant(suite, test, own, address, settings);
  else {
    const data = hexToBytes(selectorOf(test.signature));
    const outcome = await own.call({ from: settings.sender, to: address, data });
    const verdict = await suite.judge(own, address, outcome, test.mustFail);
    result = suite.result(test, verdict, own, verdict.status === 'skipped' ? 0 : outcome.gas);
  }
  return { ...result, duration: suite.host.now() - begun };
}
