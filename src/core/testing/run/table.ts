/** Table tests: one run for each row of the fixtures that are named as the parameters. */

import type { AbiFunction } from 'viem';
import { hexToBytes } from '../../chain/hex';
import type { Address } from '../../chain/primitives';
import { Halt } from '../../evm/frames/halt';
import { formatToken } from '../cheats/format-token';
import type { TestResult } from '../result';
import type { Test } from '../suite';
import { calldataOf, returnedValue } from './calldata';
import { countsOf } from './fuzz';
import type { SuiteRun } from './suite-run';
import type { TestChain } from './test-chain';

/** Runs a table test, each row on a copy of the chain. */
export async function runTable(suite: SuiteRun, test: Test, chain: TestChain, address: Address): Promise<TestResult> {
  const { sender } = chain.project.settings;
  const columns: (readonly unknown[])[] = [];
  for (const { name = '' } of test.inputs) {
    const wanted = `fixture${name}`.toLowerCase().replace(/_/g, '');
    const fixture = suite.functions.find((one) => one.name.toLowerCase().replace(/_/g, '') === wanted);
    const values = fixture && (await valuesOf(fixture, chain, address, sender));
    if (values === undefined)
      return suite.result(
        test,
        { status: 'failed', reason: `Table test should have fixtures defined for ${name}` },
        chain,
      );
    columns.push(values);
  }
  const [first] = columns;
  if (first === undefined || columns.some(({ length }) => length !== first.length))
    return suite.result(test, { status: 'failed', reason: 'Table fixtures should have same length' }, chain);
  const gas: number[] = [];
  let last = chain;
  for (let row = 0; row < first.length; row++) {
    const args = columns.map((column) => column[row]);
    const data = calldataOf(test, args);
    last = chain.trial();
    const outcome = await last.call({ from: sender, to: address, data: hexToBytes(data) });
    const verdict = await suite.judge(last, address, outcome, test.mustFail);
    if (verdict.status === 'skipped') return suite.result(test, verdict, last);
    gas.push(outcome.gas);
    if (verdict.status === 'passed') continue;
    const shown = args.map((value, at) => formatToken(value, test.inputs[at]));
    return {
      ...suite.result(test, verdict, last, outcome.gas),
      counts: countsOf(gas, 0),
      counterexample: [{ calldata: data, signature: test.signature, args: shown, sender }],
    };
  }
  const counts = countsOf(gas, 0);
  return { ...suite.result(test, { status: 'passed' }, last, counts.medianGas), counts };
}

/** The list that a fixture returns, or the items of an array in storage. */
async function valuesOf(
  fixture: AbiFunction,
  chain: TestChain,
  address: Address,
  sender: Address,
): Promise<readonly unknown[] | undefined> {
  const call = async (args: readonly unknown[]) => {
    const data = calldataOf(fixture, args);
    const { halt, output } = await chain.trial().call({ from: sender, to: address, data: hexToBytes(data) });
    return halt === Halt.none ? returnedValue(fixture, output) : undefined;
  };
  if (fixture.inputs.length === 0) return (await call([])) as readonly unknown[] | undefined;
  const values: unknown[] = [];
  for (let at = 0n; values.length < 10_000; at++) {
    const value = await call([at]);
    if (value === undefined) return values;
    values.push(value);
  }
  return values;
}
