/** What memory, gas limits and prices of gas do to tests: status, reason and gas are the output of forge 1.7.1. */
import { expect, test } from 'vitest';
import type { TestResult } from '../../../src/core/testing/result';
import { runTests } from '../../../src/core/testing/run-tests';
import { fixtureBuild, fixtureProject, HOST } from './fixture-project';

const BUILD = fixtureBuild('Limits.t.sol');
const ALL = 1_073_720_760;

async function resultsUnder(setting: string): Promise<TestResult[]> {
  const project = await fixtureProject(`[profile.default]\n${setting}`, BUILD);
  return (await runTests(project, project.suites, HOST)).flatMap(({ tests }) => tests);
}

function toldOf(results: readonly TestResult[], suite: RegExp) {
  return results
    .filter(({ signature }) => suite.test(signature))
    .map(({ signature, reason, gas }) => [signature.slice('test_'.length, -2), reason ?? 'passed', gas]);
}

const PRICES = /_(price|sender|coinbase)\(\)$/;
const MEMORY = /^(?!.*_(price|sender|coinbase|formerCoinbase)\(\)$)/;

test('memory that there is no gas for, or that is past the limit of all calls together', async () => {
  const same = [
    ['call', 'EvmError: MemoryLimitOOG', ALL],
    ['deep', 'passed', 225_218],
    ['far', 'EvmError: MemoryLimitOOG', ALL],
    ['farAsCanBe', 'EvmError: MemoryLimitOOG', ALL],
    ['farther', 'EvmError: InvalidOperandOOG', ALL],
    ['lastByte', 'EvmError: MemoryLimitOOG', ALL],
    ['longCopy', 'EvmError: OutOfGas', ALL],
    ['longReturn', 'EvmError: MemoryLimitOOG', ALL],
    ['hundred', 'passed', 28_678],
    ['nothingReturned', 'EvmError: OutOfOffset', ALL],
    ['oneAfterTheOther', 'passed', 257_005],
    ['priceOfCopy', 'EvmError: OutOfGas', ALL],
    ['priceOfCreation', 'EvmError: OutOfGas', ALL],
  ];
  const sorted = (rows: readonly unknown[][]) => [...rows].sort((a, b) => String(a[0]).localeCompare(String(b[0])));
  expect(sorted(toldOf(await resultsUnder(''), MEMORY))).toEqual(
    sorted([
      ...same,
      ['deeper', 'passed', 229_198],
      ['gasForMemory', 'EvmError: MemoryOOG', ALL],
      ['limit', 'passed', 28_606],
    ]),
  );
  expect(sorted(toldOf(await resultsUnder('memory_limit = 100000'), MEMORY))).toEqual(
    sorted([
      ...same,
      ['deeper', 'EvmError: Revert', 992_433_755],
      ['gasForMemory', 'EvmError: MemoryLimitOOG', ALL],
      ['limit', 'EvmError: MemoryLimitOOG', ALL],
    ]),
  );
}, 60_000);

test('the sender gets back at the price of gas what it did not use, and the coinbase what is above the base fee', async () => {
  expect(toldOf(await resultsUnder(''), PRICES)).toEqual([
    ['coinbase', '94016', 4463],
    ['price', '2', 4312],
    ['sender', '79228162514264337595691339967', 4399],
  ]);
  expect(toldOf(await resultsUnder('gas_price = 9\nblock_base_fee_per_gas = 7'), PRICES)).toEqual([
    ['coinbase', '188032', 4463],
    ['price', '11', 4312],
    ['sender', '79228162514264337605354593311', 4399],
  ]);
}, 60_000);

test.each([
  ['gas_limit = 50000', /^call gas cost \(\d+\) exceeds the gas limit \(50000\)$/],
  ['enable_tx_gas_limit = true', /^transaction gas limit \(1073741824\) is greater than the cap \(16777216\)$/],
  ['code_size_limit = 100', /^create initcode size limit$/],
])(
  'nothing begins under %s',
  async (setting, words) => {
    const begins = 'EVM error; transaction validation error: ';
    for (const { signature, status, reason = '', gas } of await resultsUnder(setting)) {
      expect([signature, status, gas, reason.slice(0, begins.length)]).toEqual(['setUp()', 'failed', 0, begins]);
      expect(reason.slice(begins.length)).toMatch(words);
    }
  },
  60_000,
);
