/** Runs one test again with everything recorded, so that its calls open as transactions do. */

import { selectorOf } from '../abi/signature';
import { hexToBytes } from '../chain/hex';
import { outcomeOf } from '../simulation/outcome';
import { fail, ok, type Result } from '../values/result';
import type { TestHost } from './host';
import type { TestProject } from './project';
import type { RecordedCall, RecordedTest } from './recorded-test';
import type { CounterexampleCall } from './result';
import { calldataOf } from './run/calldata';
import { prepareProject, SuiteRun, type Verdict } from './run/suite-run';
import { type CallOutcome, Cancelled } from './run/test-chain';
import { CALLER } from './settings';

export type WhichTest = {
  suite: string;
  signature: string;
  /** The calls of its counterexample, where it has one. */
  counterexample?: readonly CounterexampleCall[];
};

/**
 * Records the deployment, `setUp`, and the test with its counterexample, up to the call that decides. The error is one sentence. A test that fuzzes
 * and has no counterexample cannot be recorded: there is no call to show.
 */
export async function recordTest(
  project: TestProject,
  { suite: id, signature, counterexample = [] }: WhichTest,
  host: TestHost,
): Promise<Result<RecordedTest, string>> {
  const suite = project.suites.find((one) => one.id === id);
  const test = suite?.tests.find((one) => one.signature === signature);
  const isOfSuite = signature === 'setUp()' || signature === 'constructor()';
  if (suite === undefined || (test === undefined && !isOfSuite)) return fail(`There is no test ${id} ${signature}.`);
  const prepared = prepareProject(project);
  const run = new SuiteRun(prepared, suite, host);
  try {
    const begun = host.now();
    const { chain: before, address, failed, calls } = await run.setUp(run.settings, true);
    const recorded = calls.flatMap(([what, outcome]) => recordedCall(what as RecordedCall['what'], outcome));
    const deployed = Object.fromEntries([
      [address, suite.id],
      ...[...prepared.linking.addresses].map(([name, at]) => [at, name]),
    ]) as RecordedTest['deployed'];
    if (failed !== undefined || test === undefined) {
      if (failed === undefined) return fail(`${id} can be set up now.`);
      return ok({ calls: recorded, result: failed, labels: failed.labels, deployed });
    }
    const wrong = run.misconfigured(test)?.reason;
    if (wrong !== undefined) return fail(wrong);
    const settings = run.settingsFor(test);
    const chain = before.copied(settings);
    const isInvariant = test.kind === 'invariant';
    const from = isInvariant ? CALLER : settings.sender;
    const finish = (verdict: Verdict, gas: number): Result<RecordedTest, string> => {
      const result = { ...run.result(test, verdict, chain, gas), duration: host.now() - begun };
      return ok({ calls: recorded, result, labels: result.labels, deployed });
    };
    const refused = await run.prepare(chain, address, test, (made) => recorded.push(...recordedCall('call', made)));
    if (refused !== undefined) return finish(refused, 0);
    for (const { calldata, sender: from, target } of isInvariant ? counterexample : []) {
      const outcome = await chain.call({ from, to: target?.address ?? address, data: hexToBytes(calldata) }, true);
      recorded.push(...recordedCall('call', outcome));
      const failure = await run.failureOf(chain, address, outcome, settings);
      if (failure !== undefined) return finish(failure, outcome.gas);
    }
    const [first] = counterexample;
    if (test.inputs.length > 0 && first === undefined)
      return fail(`${signature} takes inputs, and none failed: there is no call to record.`);
    const data = !isInvariant && first !== undefined ? first.calldata : calldataOf(test, []);
    let outcome = await chain.call({ from, to: address, data: hexToBytes(data) }, true);
    recorded.push(...recordedCall('test', outcome));
    let verdict = await run.judge(chain, address, outcome, test.mustFail);
    if (isInvariant && verdict.status === 'passed' && run.hasAfterInvariant) {
      outcome = await chain.call({ from, to: address, data: hexToBytes(selectorOf('afterInvariant()')) }, true);
      recorded.push(...recordedCall('test', outcome));
      verdict = await run.judge(chain, address, outcome);
    }
    return finish(verdict, outcome.gas);
  } catch (error) {
    if (error instanceof Cancelled) return fail('Cancelled.');
    throw error;
  }
}

function recordedCall(what: RecordedCall['what'], outcome: CallOutcome): RecordedCall[] {
  const { recording, result, environment, transaction } = outcome;
  if (recording === undefined || result === undefined) return [];
  return [{ what, recording, environment, transaction, outcome: outcomeOf(recording.execution.state, result) }];
}
