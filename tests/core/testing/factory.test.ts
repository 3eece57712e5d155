/** Creations with a salt through the factory that every chain has, and gas behind an access list, as forge 1.7.1 has them: status, reason and gas are its output. */
import { stringToBytes } from 'viem';
import { beforeAll, expect, test } from 'vitest';
import { readProject } from '../../../src/core/testing/project';
import type { TestResult } from '../../../src/core/testing/result';
import { runTests } from '../../../src/core/testing/run-tests';
import { fixtureBuild, fixtureProject, HOST } from './fixture-project';

let build: string;
let results: readonly TestResult[];

beforeAll(async () => {
  build = fixtureBuild('Factory.t.sol');
  const project = await fixtureProject('', build);
  results = (await runTests(project, project.suites, HOST)).flatMap(({ tests }) => tests);
}, 60_000);

const MISSING = 'missing CREATE2 deployer: 0x4e59b44847b379578588920cA78FbF26c0B4956C';
const FORGE: readonly (readonly [string, string, number, string?])[] = [
  ['test_broadcasts()', 'passed', 141_468],
  ['test_deeperOnesDoNot()', 'passed', 105_707],
  ['test_doesNot()', 'passed', 104_462],
  ['test_fails()', 'failed', 88_034, 'EvmError: Revert'],
  ['test_failsWhereSomethingIs()', 'passed', 1_040_435_005],
  ['test_goesThrough()', 'passed', 141_423],
  ['test_goesThroughInAPrank()', 'passed', 140_728],
  ['test_isAnother()', 'failed', 36_118, 'invalid CREATE2 deployer bytecode'],
  ['test_isMissing()', 'failed', 36_060, MISSING],
  ['test_leavesAList()', 'passed', 5_839],
  ['test_leavesAListBehindACall()', 'passed', 0],
];

test.each(FORGE)('%s', (signature, status, gas, reason) => {
  const own = results.find((one) => one.signature === signature);
  expect([own?.status, own?.gas, own?.reason]).toEqual([status, gas, reason]);
});

test.each([
  ['test_broadcasts()', 37_784],
  ['test_fails()', 32_880],
  ['test_goesThrough()', 32_936],
  ['test_goesThroughInAPrank()', 37_763],
  ['test_isAnother()', 36_121],
])('%s through a factory that the configuration names and nobody deployed', async (signature, gas) => {
  const named = 'create2_deployer = "0x00000000000000000000000000000000deadbeef"';
  const project = await fixtureProject(`[profile.default]\n${named}`, build);
  const tests = (await runTests(project, project.suites, HOST)).flatMap((suite) => suite.tests);
  const own = tests.find((one) => one.signature === signature);
  const reason = 'missing CREATE2 deployer: 0x00000000000000000000000000000000DeaDBeef';
  expect([own?.status, own?.gas, own?.reason]).toEqual(['failed', gas, reason]);
});

type Build = {
  input: { sources: Readonly<Record<string, { content: string }>> };
  output: { contracts: Readonly<Record<string, Readonly<Record<string, { evm: object }>>>> };
};

test('the comment above a contract is read from its source where the build has no tree', async () => {
  const { input, output } = JSON.parse(build) as Build;
  const source = stringToBytes(input.sources['src/Factory.t.sol']?.content ?? '');
  const files = Object.entries(output.contracts['src/Factory.t.sol'] ?? {}).map(([name, { evm, ...whole }]) => ({
    path: `out/Factory.t.sol/${name}.json`,
    read: async () => stringToBytes(JSON.stringify({ ...whole, ...evm })),
  }));
  const asked = new Set<string>();
  const readSource = async (path: string) => {
    asked.add(path);
    return source;
  };
  const read = await readProject(files, { readSource });
  if (!read.ok) throw new Error(read.error);
  expect([...asked]).toEqual(['src/Factory.t.sol']);
  const suites = read.value.suites.filter(({ name }) => name === 'FactoryTest');
  const [ran] = await runTests(read.value, suites, HOST);
  expect(ran?.tests.find(({ signature }) => signature === 'test_goesThrough()')?.gas).toBe(141_423);
});
