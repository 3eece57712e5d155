/** Calls that are transactions of their own cost what forge 1.7.1 counts with `isolate`: the expectations are its output. */
import { expect, test } from 'vitest';
import { runTests } from '../../../src/core/testing/run-tests';
import { newestSolc } from '../../helpers/solc';
import { buildOf, fixtureBuild, fixtureProject, fixtureText, HOST } from './fixture-project';

test('what a call that only looks made cold', async () => {
  const project = await fixtureProject('[profile.default]\nisolate = true\n', fixtureBuild('Isolated.t.sol'));
  const [suite] = await runTests(project, project.suites, HOST);
  expect(suite?.tests.map(({ signature, status, gas }) => [signature, status, gas])).toEqual([
    ['test_beginsAnewWhereItWasMadeCold()', 'passed', 82_741],
    ['test_goesOn()', 'passed', 49_928],
    ['test_isWarmWhereNobodyMadeItCold()', 'passed', 41_489],
    ['test_staysColdWhereAnotherReachesIt()', 'passed', 122_799],
  ]);
}, 60_000);

test('what a call that failed reached stays cold, and what a look made cold begins with what it holds', async () => {
  const project = await fixtureProject('[profile.default]\nisolate = true\n', fixtureBuild('Reached.t.sol'));
  const [suite] = await runTests(project, project.suites, HOST);
  expect(suite?.tests.map(({ signature, status, gas }) => [signature, status, gas])).toEqual([
    ['test_failed()', 'passed', 41_289],
    ['test_failedAfterTheSnapshot()', 'passed', 80_358],
    ['test_failedAsExpectedThenReached()', 'passed', 75_505],
    ['test_failedBeforeTheSnapshot()', 'passed', 107_714],
    ['test_failedBelowAndReachedThere()', 'passed', 48_910],
    ['test_failedBelowThenReached()', 'passed', 74_235],
    ['test_failedInItsOwnThenReached()', 'passed', 79_265],
    ['test_failedInTheTestThenReached()', 'passed', 51_640],
    ['test_failedThenReached()', 'passed', 101_314],
    ['test_lookedAtThenFailed()', 'passed', 72_933],
    ['test_madeUpStaysWarm()', 'passed', 9_934],
    ['test_originalWhereItIsReachedAnew()', 'passed', 64_636],
    ['test_originalWhereItIsReachedFromOutside()', 'passed', 47_456],
    ['test_reached()', 'passed', 38_406],
    ['test_reachedThenFailed()', 'passed', 67_346],
  ]);
}, 60_000);

test.each([
  [false, 20_359, 18_413, 13_131, 13_643, 8_380, 14_176, 11_230, 8_336, 8_125, 8_388, 20_226, 20_149],
  [true, 62_767, 33_913, 19_631, 63_751, 8_380, 18_676, 11_230, 8_336, 8_125, 8_388, 33_726, 62_557],
])(
  'slots are made cold and warm again, accounts are not, isolated: %s',
  async (isolate, ...expected) => {
    const settings = `[profile.default]\nisolate = ${isolate}\n`;
    const project = await fixtureProject(settings, fixtureBuild('Cooled.t.sol'));
    const [suite] = await runTests(project, project.suites, HOST);
    expect(suite?.tests.map(({ gas }) => gas)).toEqual(expected);
  },
  60_000,
);

test.each([
  [
    'osaka',
    ['failed', 64_853, 'gone for another'],
    ['passed', 5_699, undefined],
    ['passed', 8_211, undefined],
    ['passed', 173_350, undefined],
  ],
  [
    'paris',
    ['passed', 64_886, undefined],
    ['passed', 5_719, undefined],
    ['passed', 8_231, undefined],
    ['failed', 174_133, 'there for another'],
  ],
])(
  'under %s, what was destructed is gone for the next, and a look at its own balance reaches the test',
  async (evmVersion, ...expected) => {
    const build = buildOf(newestSolc(), { 'src/Isolated.t.sol': fixtureText('Isolated.t.sol') }, evmVersion);
    const settings = `[profile.default]\nisolate = true\nevm_version = "${evmVersion}"\n`;
    const project = await fixtureProject(settings, build);
    const [, suite] = await runTests(project, project.suites, HOST);
    expect(suite?.tests.map(({ status, gas, reason }) => [status, gas, reason])).toEqual(expected);
  },
  60_000,
);
