/** Invariants and fixtures come out as forge 1.7.1 lets them come out: the expectations are its output for the same sources and settings. */
import { beforeAll, expect, test } from 'vitest';
import { calledText } from '../../../src/core/testing/called-text';
import type { TestProject } from '../../../src/core/testing/project';
import { recordTest } from '../../../src/core/testing/record-test';
import type { CounterexampleCall, TestResult } from '../../../src/core/testing/result';
import { runTests } from '../../../src/core/testing/run-tests';
import { fixtureBuild, fixtureProject, HOST } from './fixture-project';

const FILE = 'src/Invariants.t.sol';
const SETTINGS = '[profile.default.invariant]\nruns = 5\ndepth = 20\n';

let project: TestProject;
let results: Map<string, TestResult>;

beforeAll(async () => {
  project = await fixtureProject(SETTINGS, fixtureBuild('Invariants.t.sol'));
  results = await run();
}, 60_000);

async function run(counterexample?: () => readonly CounterexampleCall[], suites = project.suites) {
  const ran = await runTests(project, suites, { ...HOST, ...(counterexample && { counterexample }) });
  return new Map(
    ran.flatMap(({ suite, tests }) => tests.map((one) => [`${suite.split(':')[1]}.${one.signature}`, one])),
  );
}

function resultOf(name: string): TestResult {
  const found = results.get(name);
  if (found === undefined) throw new Error(`${name} did not run`);
  return found;
}

const SETUP = 'failed to set up invariant testing environment: ';

test.each([
  ['Assumes.invariant_holds()', 'passed', undefined, undefined],
  ['AtTheEnd.invariant_holds()', 'failed', 'at the end', ['step()', 'step()']],
  ['BrokenFromTheStart.invariant_isUnarmed()', 'failed', `${SETUP}armed`, undefined],
  ['Discards.invariant_holds()', 'failed', '`vm.assume` rejected too many inputs (7 allowed)', undefined],
  ['Fixtures.testFuzz_isNoFixture(uint256)', 'failed', 'the fixture', ['testFuzz_isNoFixture(uint256)']],
  ['HandlerAsserts.invariant_holds()', 'failed', 'panic: assertion failed (0x01)', ['arm()', 'fire()']],
  ['InvalidInstruction.invariant_holds()', 'failed', 'EvmError: InvalidFEOpcode', ['useInvalid()']],
  ['LaterInstruction.invariant_holds()', 'passed', undefined, undefined],
  ['Nothing.invariant_holds()', 'failed', `${SETUP}No contracts to fuzz.`, undefined],
  ['OthersRevert.testFuzz_another(uint256)', 'passed', undefined, undefined],
  ['OthersRevert.testFuzz_caught(uint256)', 'passed', undefined, undefined],
  ['OthersRevert.testFuzz_own(uint256)', 'failed', 'own', ['testFuzz_own(uint256)']],
  ['Prepared.test_isNot()', 'passed', undefined, undefined],
  ['Prepared.test_isPrepared()', 'failed', 'prepared', undefined],
  ['Reverts.invariant_isNoFailure()', 'failed', 'no', ['refuse()']],
  ['Reverts.invariant_isOne()', 'passed', undefined, undefined],
  ['Senders.invariant_holds()', 'passed', undefined, undefined],
  ['StaysSmall.invariant_staysSmall()', 'failed', 'too large', ['step()', 'step()', 'step()']],
] as const)('%s', (name, status, reason, calls) => {
  const result = resultOf(name);
  expect({ status: result.status, reason: result.reason }).toEqual({ status, reason });
  expect(result.counterexample?.map(({ signature }) => signature)).toEqual(calls);
});

test('a sequence tells of each call the contract, the arguments and who called', () => {
  const { counterexample = [] } = resultOf('StaysSmall.invariant_staysSmall()');
  for (const call of counterexample)
    expect(calledText(call)).toBe(`${call.target?.name}.step(${call.args.join(', ')}) from ${call.sender}`);
  const [first] = counterexample;
  if (first === undefined) throw new Error('it failed');
  const { target: _, ...own } = first;
  expect(calledText({ ...own, args: ['7', 'true'], signature: 'testA((uint256,bool),bool)' })).toBe('testA(7, true)');
  expect(calledText({ ...first, value: '5' })).toContain('step() with 5 wei from 0x');
});

test('calls whose assumption does not hold are none of the sequence, and reverted ones are', () => {
  expect(resultOf('Assumes.invariant_holds()').counts).toMatchObject({ runs: 5, calls: 100, reverts: 0 });
  expect(resultOf('Assumes.invariant_holds()').counts?.rejected).toBeGreaterThan(0);
  expect(resultOf('Reverts.invariant_isOne()').counts).toMatchObject({ runs: 5, calls: 100, reverts: 100 });
});

test('a sequence that broke an invariant is tried before new ones', async () => {
  const broken = resultOf('StaysSmall.invariant_staysSmall()').counterexample ?? [];
  const longer = [...broken, ...broken];
  const suites = project.suites.filter(({ id }) => id === `${FILE}:StaysSmall`);
  const again = await run(() => longer, suites);
  expect(again.get('StaysSmall.invariant_staysSmall()')).toMatchObject({
    status: 'failed',
    reason: 'too large',
    counterexample: longer,
    counts: { runs: 1 },
  });
});

test('a sequence that breaks it no more is forgotten', async () => {
  const suites = project.suites.filter(({ id }) => id === `${FILE}:Senders`);
  const again = await run(() => resultOf('AtTheEnd.invariant_holds()').counterexample ?? [], suites);
  expect(again.get('Senders.invariant_holds()')).toMatchObject({ status: 'passed', counts: { runs: 5 } });
});

test.each([
  ['AtTheEnd', 'invariant_holds()', ['call', 'call', 'test', 'test']],
  ['HandlerAsserts', 'invariant_holds()', ['call', 'call']],
  ['Prepared', 'test_isPrepared()', ['call', 'test']],
  ['Reverts', 'invariant_isNoFailure()', ['call']],
  ['StaysSmall', 'invariant_staysSmall()', ['call', 'call', 'call', 'test']],
])('what is recorded of %s ends with the call that decided', async (suite, signature, calls) => {
  const { reason, counterexample } = resultOf(`${suite}.${signature}`);
  const which = { suite: `${FILE}:${suite}`, signature, ...(counterexample && { counterexample }) };
  const recorded = await recordTest(project, which, HOST);
  if (!recorded.ok) throw new Error(recorded.error);
  expect(recorded.value.result).toMatchObject({ status: 'failed', reason });
  expect(recorded.value.calls.map(({ what }) => what)).toEqual(['deployment', 'setUp', ...calls]);
  expect(recorded.value.calls.at(-1)?.outcome.success).toBe(false);
});
