/** Who calls a test, with how much gas, and what it may create, by the settings: the expectations are the output of forge 1.7.1. */
import { expect, test } from 'vitest';
import { runTests } from '../../../src/core/testing/run-tests';
import { fixtureBuild, fixtureProject, HOST } from './fixture-project';

const SETTINGS = `[profile.default]
sender = "0x00000000000000000000000000000000000000A1"
tx_origin = "0x00000000000000000000000000000000000000B2"
initial_balance = "0x3e8"
gas_limit = 50000000
block_gas_limit = 40000000
code_size_limit = 30000
`;
const SENDER = '0x00000000000000000000000000000000000000A1';
const CALLER = '0x1804c8AB1F12E6bbf3894d4083f33e07309d1f38';

test('the sender makes and calls tests, another account prepares them and checks invariants', async () => {
  const project = await fixtureProject(SETTINGS, fixtureBuild('Callers.t.sol'));
  const [suite] = await runTests(project, project.suites, HOST);
  expect(suite?.tests.map(({ signature, reason }) => [signature, reason])).toEqual([
    ['invariant_caller()', `failed to set up invariant testing environment: ${CALLER} ${CALLER}`],
    ['test_broadcast()', '0x708d6feF2b5768D6B27326a19C596904F2Fb7c57 3'],
    ['test_caller()', `${SENDER} ${SENDER}`],
    ['test_gas()', '39 40000000'],
    ['test_large()', undefined],
    ['test_larger()', 'EvmError: Revert'],
    ['test_makers()', `${SENDER} ${CALLER}`],
    ['test_wealth()', '1000 1000'],
  ]);
}, 60_000);
