/** Table tests: one run for each row of the fixtures that are named as the parameters. */

import { hexToBytes } from '../../chain/hex';
import type { Address } from '../../chain/primitives';
import { formatToken } from '../cheats/format-token';
import type { TestResult } from '../result';
import type { Test } from '../suite';
import { calldataOf } from './calldata';
import { fixtureOf } from './fixtures';
import { countsOf } from './fuzz';
import type { SuiteRun } from './suite-run';
import type { TestChain } from './test-chain';

/** Runs a table test, each row on a copy of the chain. */
export async function runTable(suite: SuiteRun, test: Test, chain: TestChain, address: Address): Promise<TestResult> {
  const { sender } = chain.project.settings;
  const columns: (readonly unknown[])[] = [];
  for (const { name = '' } of test.inputs) {
    const values = await fixtureOf(suite, name, chain, address);
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
