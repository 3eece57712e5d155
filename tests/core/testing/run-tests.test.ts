/** Tests of contracts come out as forge 1.7.1 lets them come out: the expectations are its output for the same sources and compiler. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestProject } from '../../../src/core/testing/project';
import { recordTest } from '../../../src/core/testing/record-test';
import type { SuiteResult, TestResult } from '../../../src/core/testing/result';
import { runTests } from '../../../src/core/testing/run-tests';
import { chooseTests } from '../../../src/core/testing/tests-chosen';
import { FILE, fixtureProject, HOST } from './fixture-project';

let project: TestProject;
let results: readonly SuiteResult[];

beforeAll(async () => {
  project = await fixtureProject('[profile.default]\nffi = true\n');
  results = await runTests(project, project.suites, HOST);
}, 60_000);

function resultOf(signature: string): TestResult {
  const found = results.flatMap(({ tests }) => tests).find((one) => one.signature === signature);
  if (found === undefined) throw new Error(`${signature} did not run`);
  return found;
}

const WORD = (value: number) => `0x${String(value).padStart(64, '0')}`;
const COUNTER = '0x5615dEB798BB3E4dFa0139dFa1b3D433Cc23b72f';

/** Status, reason and gas, as `forge test --json` writes them. */
const FORGE = [
  ['testAdds()', 'passed', undefined, 34142],
  ['testCustomError()', 'failed', 'TooLarge(101, 100)', 6258],
  ['testExpectsEmit()', 'passed', undefined, 34409],
  [
    'testExpectsOtherEmit()',
    'failed',
    `log mismatch at param 1: expected=0x${'8'.padStart(64, '0')}, got=0x${'7'.padStart(64, '0')}`,
    34390,
  ],
  ['testExpectsRevert()', 'passed', undefined, 10173],
  ['testExpectsRevertThatDoesNotCome()', 'failed', 'next call did not revert as expected', 32685],
  ['testExpectsWrongRevert()', 'failed', 'Error != expected error: TooLarge(200, 100) != other', 9568],
  ['testGoesBack()', 'passed', undefined, 43017],
  ['testLinks()', 'passed', undefined, 7466],
  ['testMocks()', 'passed', undefined, 7870],
  ['testPanics()', 'failed', 'panic: arithmetic underflow or overflow (0x11)', 7891],
  ['testPranks()', 'passed', undefined, 16571],
  ['testSigns()', 'passed', undefined, 8525],
  ['testSkips()', 'skipped', 'not today', 0],
  ['testStores()', 'passed', undefined, 7363],
  ['testTooFewFails()', 'failed', 'too few: 0 <= 10000', 11179],
  ['testWrongSum()', 'failed', 'assertion failed: 5 != 6', 34104],
  ['testDiffAsAccesses()', 'failed', '0x1f28a17d4475a2273ad7095a344006bf1884a7fef0b1cf040258384209325a3d', 145347],
  [
    'testDiffAsJson()',
    'failed',
    `{"0x000000000000000000000000000000000000beef":{"label":null,"contract":null,"balanceDiff":{"previousValue":"0x0","newValue":"0x3"},"nonceDiff":null,"stateDiff":{}},"${COUNTER.toLowerCase()}":{"label":null,"contract":"${FILE}:Counter","balanceDiff":null,"nonceDiff":null,"stateDiff":{"${WORD(0)}":{"previousValue":"${WORD(0)}","newValue":"${WORD(7)}"}}}}`,
    69165,
  ],
  [
    'testDiffAsText()',
    'failed',
    `0x000000000000000000000000000000000000bEEF\n- balance diff: 0 → 3\n\n${COUNTER}\ncontract: ${FILE}:Counter\n- state diff:\n@ ${WORD(0)}: ${WORD(0)} → ${WORD(7)}\n\n`,
    69097,
  ],
  ['testJsonAsBytes()', 'failed', '0xa2d744f6a1dead5e815cf61165bae393e892d43fd19115ec05292d22ee16d5fa', 5848],
  ['setUp()', 'failed', 'no ground', 0],
] as const;

describe('beside forge', () => {
  test.each(FORGE)('%s', (signature, status, reason, gas) => {
    const result = resultOf(signature);
    expect(result).toMatchObject({ status, gas });
    expect(result.reason).toBe(reason);
  });

  test('the fixture has no other tests', () => {
    const others = ['testFuzz_neverAboveThousand(uint256)', 'testRunsAProcess()'];
    expect(results.flatMap(({ tests }) => tests.map(({ signature }) => signature)).sort()).toEqual(
      [...FORGE.map(([signature]) => signature), ...others].sort(),
    );
  });
});

test('a failed assertion states the values that it compared', () => {
  expect(resultOf('testWrongSum()').compared).toEqual({ left: '5', operator: '!=', right: '6' });
});

test('a failed assertion names what its statement read, and where that was written last', async () => {
  const only = [{ suite: `${FILE}:FixtureTest`, signature: 'testWrongSum()' }];
  const [ran] = await runTests(project, chooseTests(project, { only }), { ...HOST, places: true });
  const lineOf = (text: string) =>
    1 +
    readFileSync(join(import.meta.dirname, 'Fixture.t.sol'), 'utf8')
      .split('\n')
      .findIndex((line) => line.includes(text));
  const place = (text: string) => ({ file: FILE, line: lineOf(text) });
  expect(ran?.tests[0]?.reads).toMatchObject([
    { contract: 'Counter', name: 'count', value: '5', written: { call: 'test', before: 0, place: place('count += ') } },
    {
      contract: 'FixtureTest',
      name: 'counter',
      written: { call: 'setUp', before: 1, place: place('= new Counter();') },
    },
  ]);
});

test('a fuzz test keeps the smallest counterexample', () => {
  const { status, reason, counterexample } = resultOf('testFuzz_neverAboveThousand(uint256)');
  expect({ status, reason }).toEqual({ status: 'failed', reason: 'above a thousand' });
  expect(counterexample).toHaveLength(1);
  expect(BigInt(`0x${counterexample?.[0]?.calldata.slice(10)}`)).toBe(1000n);
});

test('a cheatcode that does not work here fails its test alone, and says which', () => {
  expect(resultOf('testRunsAProcess()')).toMatchObject({ status: 'failed', unsupported: 'ffi' });
});

test('tests are chosen by their name, contract and path', () => {
  const signatures = (choice: Parameters<typeof chooseTests>[1]) =>
    chooseTests(project, choice).flatMap(({ tests }) => tests.map(({ signature }) => signature));
  expect(signatures({ test: 'Emit' })).toEqual(['testExpectsEmit()', 'testExpectsOtherEmit()']);
  expect(signatures({ contract: '^Broken' })).toEqual(['testNothing()']);
  expect(signatures({ path: 'elsewhere' })).toEqual([]);
});

test('a run that is cancelled ends with the suites that were done', async () => {
  const cancelled = await runTests(project, project.suites, { ...HOST, pause: async () => false });
  expect(cancelled.map(({ suite }) => suite)).toEqual([`${FILE}:BrokenSetUp`]);
});

test('many short calls of a fuzz test let others have the thread, and can be cancelled between them', async () => {
  const [suite] = chooseTests(project, { test: 'neverAbove' });
  if (suite === undefined) throw new Error('the fixture has a fuzz test');
  let time = 0;
  let pauses = 0;
  // Each look at the clock finds it four milliseconds on; the fourth pause cancels.
  const host = { now: () => (time += 4), pause: async () => ++pauses < 4 };
  expect(await runTests(project, [suite], host)).toEqual([]);
  expect(pauses).toBe(4);
});

test('a recorded test has its deployment, its setUp and its call, each at any step', async () => {
  const recorded = await recordTest(project, { suite: `${FILE}:FixtureTest`, signature: 'testGoesBack()' }, HOST);
  if (!recorded.ok) throw new Error(recorded.error);
  const { calls, result } = recorded.value;
  expect(calls.map(({ what }) => what)).toEqual(['deployment', 'setUp', 'test']);
  expect(result).toMatchObject({ status: 'passed', gas: 43017 });
  const call = calls[2];
  if (call === undefined) throw new Error('the test has no call');
  const { steps } = call.recording;
  // The machine goes on from a copy, over all cheatcodes, and comes to the same step.
  const last = call.recording.at((steps.length - 1) as Parameters<typeof call.recording.at>[0]);
  expect(last?.step).toBe(steps.length - 1);
  expect(call.recording.finish().rows.length).toBeGreaterThan(8);
});

test('foundry.toml says what tests begin with, by profile', async () => {
  const { settings } = await fixtureProject(
    '[profile.default]\nblock_number = 5\nfuzz = { runs = 7 }\nsender = "0x00000000000000000000000000000000000000aa"\n',
  );
  expect(settings).toMatchObject({ blockNumber: 5n, sender: `0x${'aa'.padStart(40, '0')}` });
  expect(settings.fuzz.runs).toBe(7);
});
