/** Fuzz tests: many runs with made-up inputs, until one fails; then the smallest one found that still fails. */

import { hexToBytes } from '../../chain/hex';
import type { Address } from '../../chain/primitives';
import type { CheatState } from '../cheats/cheat-state';
import { formatToken } from '../cheats/format-token';
import type { TestResult } from '../result';
import type { TestSettings } from '../settings';
import type { Test } from '../suite';
import { argumentsOf, calldataOf } from './calldata';
import { Dictionary } from './dictionary';
import { fixturesOf } from './fixtures';
import { Inputs } from './inputs';
import { smaller } from './simpler-inputs';
import type { SuiteRun, Verdict } from './suite-run';
import type { CallOutcome, TestChain } from './test-chain';

/** Runs that shrinking may take. */
const SHRINK_RUNS = 1_000;

/** `kept`: how the cheatcodes stood at its end. */
type FuzzRun = { values: readonly unknown[]; verdict: Verdict; outcome: CallOutcome; kept: CheatState };

/** Runs a fuzz test; each run is on a copy of the chain. */
export async function runFuzz(
  suite: SuiteRun,
  test: Test,
  chain: TestChain,
  address: Address,
  { fuzz, sender }: TestSettings,
): Promise<TestResult> {
  const inputs = new Inputs(fuzz.seed ?? 1n, fuzz.dictionaryWeight, new Dictionary(chain.state), suite.literals);
  const fixtures = await fixturesOf(suite, test.inputs, chain, address);
  const runOnce = async (values: readonly unknown[]): Promise<FuzzRun> => {
    const own = chain.trial();
    const outcome = await own.call({ from: sender, to: address, data: hexToBytes(calldataOf(test, values)) });
    const verdict = await suite.judge(own, address, outcome, test.mustFail);
    const isIgnored = verdict.status === 'failed' && !fuzz.failOnRevert && own.isRevertOfAnother(address);
    return { values, verdict: isIgnored ? { status: 'passed' } : verdict, outcome, kept: own.kept };
  };
  const known = suite.host.counterexample?.(suite.suite.id, test.signature)?.[0];
  const again = known && argumentsOf(test, known.calldata);
  const gas: number[] = [];
  let rejected = 0;
  let last: FuzzRun | undefined;
  if (again !== undefined) {
    const run = await runOnce(again);
    if (run.verdict.status === 'failed') return failed(suite, test, run, sender, gas, rejected);
  }
  while (gas.length < fuzz.runs) {
    const run = await runOnce(inputs.values(test.inputs, fixtures));
    if (run.verdict.status === 'rejected') {
      if (++rejected <= fuzz.maxRejects) continue;
      const reason = `vm.assume: too many inputs rejected (${fuzz.maxRejects} allowed)`;
      return suite.result(test, { status: 'failed', reason }, run);
    }
    if (run.verdict.status === 'skipped') return suite.result(test, run.verdict, run);
    if (run.verdict.status === 'failed')
      return failed(suite, test, await shrink(test, run, runOnce), sender, gas, rejected);
    gas.push(run.outcome.gas);
    last = run;
  }
  return {
    ...suite.result(test, { status: 'passed' }, last ?? chain, median(gas)),
    counts: countsOf(gas, rejected),
  };
}

async function shrink(test: Test, first: FuzzRun, runOnce: (values: readonly unknown[]) => Promise<FuzzRun>) {
  let best = first;
  let left = SHRINK_RUNS;
  for (let improved = true; improved && left > 0; ) {
    improved = false;
    for (let at = 0; at < test.inputs.length; at++)
      for (const value of smaller(best.values[at], test.inputs[at])) {
        if (left-- <= 0) break;
        const run = await runOnce(best.values.map((old, index) => (index === at ? value : old)));
        if (run.verdict.status !== 'failed') continue;
        best = run;
        improved = true;
        break;
      }
  }
  return best;
}

function failed(
  suite: SuiteRun,
  test: Test,
  run: FuzzRun,
  sender: Address,
  gas: readonly number[],
  rejected: number,
): TestResult {
  return {
    ...suite.result(test, run.verdict, run, run.outcome.gas),
    counts: countsOf(gas, rejected),
    counterexample: [
      {
        calldata: calldataOf(test, run.values),
        signature: test.signature,
        args: run.values.map((value, at) => formatToken(value, test.inputs[at])),
        sender,
      },
    ],
  };
}

/** Returns what many runs came to, by the gas of each. */
export function countsOf(gas: readonly number[], rejected: number): NonNullable<TestResult['counts']> {
  const sum = gas.reduce((total, one) => total + one, 0);
  return {
    runs: gas.length,
    meanGas: gas.length === 0 ? 0 : Math.floor(sum / gas.length),
    medianGas: median(gas),
    rejected,
  };
}

/** Returns the middle value, or the mean of the two in the middle; 0 of none. */
export function median(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : Math.floor((sorted[middle - 1] + sorted[middle]) / 2);
}
