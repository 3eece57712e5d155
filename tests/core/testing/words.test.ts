/** The words of refusals and the values of variables come out as forge 1.7.1 has them: the expectations are its output. */
import { expect, test } from 'vitest';
import { runTests } from '../../../src/core/testing/run-tests';
import { fixtureBuild, fixtureProject, HOST } from './fixture-project';

test('variables and calls that are no cheatcode', async () => {
  const project = await fixtureProject('', fixtureBuild('Words.t.sol'));
  const [suite] = await runTests(project, project.suites, HOST);
  expect(suite?.tests.map(({ signature, status, reason, gas }) => [signature, status, reason, gas])).toEqual([
    ['test_aListInAVariable()', 'passed', undefined, 5_831],
    ['test_aVariableThatIsMissing()', 'failed', 'vm.envString: environment variable "LOUPE_MISSING" not found', 3_092],
    ['test_anotherValue()', 'passed', undefined, 7_224],
    ['test_noCheatcode()', 'failed', 'type check failed for "VmCalls" with data: 0102', 3_198],
    ['test_signsWithTheLowerOfTwo()', 'passed', undefined, 3_897],
  ]);
}, 60_000);
