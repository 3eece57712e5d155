/** Versions of the EVM, events that are expected of constructors, and refunds, as forge 1.7.1 has them: status, reason and gas are its output. */
import { beforeAll, expect, test } from 'vitest';
import type { TestResult } from '../../../src/core/testing/result';
import { runTests } from '../../../src/core/testing/run-tests';
import { fixtureBuild, fixtureProject, HOST } from './fixture-project';

let results: readonly TestResult[];

beforeAll(async () => {
  const project = await fixtureProject('', fixtureBuild('Rules.t.sol'));
  results = (await runTests(project, project.suites, HOST)).flatMap(({ tests }) => tests);
}, 60_000);

const MISSING =
  'expected an emit, but no logs were emitted afterwards. you might have mismatched events or not enough events were emitted';
const FORGE: readonly (readonly [string, string, number, string?])[] = [
  ['test_emitsOfConstructors()', 'passed', 197_962],
  ['test_missingEmit()', 'failed', 194_120, MISSING],
  ['test_lastNonce()', 'failed', 4_377, 'vm.computeCreateAddress: nonce must be less than 2^64'],
  ['test_noVersion()', 'failed', 3_239, 'vm.setEvmVersion: invalid evm version tangier'],
  ['test_version()', 'passed', 58_693],
  ['test_invalid()', 'failed', 1_073_720_760, 'EvmError: InvalidFEOpcode'],
  ['test_otherCall()', 'passed', 8_744],
  ['test_prankedCall()', 'passed', 6_200],
  ['test_prankedCreation()', 'passed', 105_681],
  ['test_undefined()', 'failed', 1_073_720_760, 'EvmError: OpcodeNotFound'],
  ['test_later()', 'failed', 1_073_720_760, 'EvmError: NotActivated'],
  ['setUp()', 'skipped', 0, 'skipped: not today'],
  ['test_belowZero()', 'passed', 6_080],
  ['test_beyondUse()', 'passed', 96],
];

test.each(FORGE)('%s', (signature, status, gas, reason) => {
  const own = results.find((one) => one.signature === signature);
  expect([own?.status, own?.gas, own?.reason]).toEqual([status, gas, reason]);
});

test('a test may have a version of its own', () => {
  expect(results.find(({ signature }) => signature === 'test_versionOfOne()')?.status).toBe('failed');
});
