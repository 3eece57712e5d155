/** A build as Hardhat 3.18 leaves it: a file to each contract, and the compiler's run in two, with names of its own. */
import { expect, test } from 'vitest';
import { readProject } from '../../../src/core/testing/project';
import { runTests } from '../../../src/core/testing/run-tests';
import { newestSolc } from '../../helpers/solc';
import { buildOf, HOST } from './fixture-project';

const TEXT = `pragma solidity ^0.8.0;
contract Counter {
    error Refused();
    function refuse() external pure { revert Refused(); }
}
contract CounterTest {
    /// forge-config: default.fuzz.runs = 3
    function testFuzz_any(uint256 amount) public pure { require(amount != 7); }
    function test_refuses() public {
        Counter counter = new Counter();
        counter.refuse();
    }
}`;
const USER = 'contracts/Counter.t.sol';
const INPUT = `project/${USER}`;

type Contract = {
  abi: unknown;
  evm: Record<'bytecode' | 'deployedBytecode', { object: string; linkReferences: object }>;
};

function filesOf(): Record<string, unknown> {
  const { input, output, solcLongVersion } = JSON.parse(buildOf(newestSolc(), { [INPUT]: TEXT }, 'osaka')) as {
    input: unknown;
    output: { contracts: Record<string, Record<string, Contract>> };
    solcLongVersion: string;
  };
  const id = 'solc-one';
  const contracts = Object.entries(output.contracts[INPUT] ?? {}).map(([contractName, { abi, evm }]) => [
    `artifacts/${USER}/${contractName}.json`,
    {
      ...{ _format: 'hh3-artifact-1', contractName, sourceName: USER, inputSourceName: INPUT, buildInfoId: id, abi },
      ...{ bytecode: `0x${evm.bytecode.object}`, linkReferences: {} },
      ...{ deployedBytecode: `0x${evm.deployedBytecode.object}`, deployedLinkReferences: {} },
    },
  ]);
  const run = { id, solcLongVersion, userSourceNameMap: { [USER]: INPUT }, input };
  return {
    [`artifacts/build-info/${id}.json`]: { _format: 'hh3-sol-build-info-1', ...run },
    [`artifacts/build-info/${id}.output.json`]: { _format: 'hh3-sol-build-info-output-1', id, output },
    ...Object.fromEntries(contracts),
  };
}

test('each test is there once, under the names of the project, with its line and its settings', async () => {
  const files = Object.entries(filesOf()).map(([path, value]) => ({
    path,
    read: async () => new TextEncoder().encode(JSON.stringify(value)),
  }));
  for (const order of [files, files.toReversed()]) {
    const read = await readProject(order);
    if (!read.ok) throw new Error(read.error);
    const results = await runTests(read.value, read.value.suites, { ...HOST, places: true });
    expect(results.map(({ suite }) => suite)).toEqual([`${USER}:CounterTest`]);
    const told = results[0]?.tests.map(({ signature, status, counts, place }) => ({
      signature,
      status,
      counts,
      place,
    }));
    expect(told).toMatchObject([
      { signature: 'testFuzz_any(uint256)', status: 'passed', counts: { runs: 3 } },
      // `revert Refused();`
      { signature: 'test_refuses()', status: 'failed', place: { file: USER, line: 4 } },
    ]);
  }
});
