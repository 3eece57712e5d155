/** Calls that are transactions of their own cost what forge 1.7.1 counts with `isolate`: the expectations are its output. */
import { expect, test } from 'vitest';
import { runTests } from '../../../src/core/testing/run-tests';
import { fixtureBuild, fixtureProject, HOST } from './fixture-project';

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
