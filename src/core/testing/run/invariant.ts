/** Invariants: sequences of calls of the targets, after each of which the invariant must hold. */

import { type AbiFunction, decodeAbiParameters } from 'viem';
import { selectorOf, signatureOf } from '../../abi/signature';
import { bytesToAddress, hexToBytes } from '../../chain/hex';
import type { Address, Hex } from '../../chain/primitives';
import { Halt } from '../../evm/frames/halt';
import { formatToken } from '../cheats/format-token';
import { contractOfCode } from '../contract-of-code';
import { functionsOf } from '../find-suites';
import type { CounterexampleCall, TestResult } from '../result';
import type { TestSettings } from '../settings';
import type { Test } from '../suite';
import { calldataOf } from './calldata';
import { countsOf } from './fuzz';
import { Inputs } from './inputs';
import type { SuiteRun, Verdict } from './suite-run';
import type { TestChain } from './test-chain';

type Target = { address: Address; name: string; functions: readonly AbiFunction[] };
type Step = { target: Target; entry: AbiFunction; args: readonly unknown[]; sender: Address; data: Hex };

/** Runs an invariant: its sequences, and where one breaks it a shorter one that does so, too. */
export async function runInvariant(
  suite: SuiteRun,
  test: Test,
  chain: TestChain,
  address: Address,
  { invariant, fuzz, sender }: TestSettings,
): Promise<TestResult> {
  const targets = await findTargets(suite, chain, address);
  const check = async (own: TestChain) => {
    const outcome = await own.trial().call({ from: sender, to: address, data: hexToBytes(selectorOf(test.signature)) });
    return suite.judge(own, address, outcome);
  };
  const first = await check(chain);
  if (first.status !== 'passed') return suite.result(test, first, chain);
  if (targets.length === 0)
    return suite.result(
      test,
      { status: 'failed', reason: 'failed to set up invariant testing environment: No contracts to fuzz.' },
      chain,
    );
  const inputs = new Inputs(fuzz.seed ?? 1n, fuzz.dictionaryWeight, chain.state);
  const senders = await addressesOf(chain, suite, address, 'targetSenders');
  const calls = { made: 0, reverted: 0 };
  const runStep = async (own: TestChain, step: Step): Promise<Verdict | undefined> => {
    const outcome = await own.call({ from: step.sender, to: step.target.address, data: hexToBytes(step.data) });
    calls.made++;
    if (outcome.halt !== Halt.none) {
      const verdict = await suite.judge(own, address, outcome);
      if (verdict.status === 'rejected' || verdict.status === 'skipped') return undefined;
      calls.reverted++;
      if (invariant.failOnRevert) return { status: 'failed', reason: suite.reasonOf(outcome) };
    }
    return check(own);
  };
  for (let run = 0; run < invariant.runs; run++) {
    const own = chain.copied();
    const steps: Step[] = [];
    for (let depth = 0; depth < invariant.depth; depth++) {
      const step = makeStep(inputs, targets, senders);
      steps.push(step);
      const verdict = await runStep(own, step);
      if (verdict !== undefined && verdict.status === 'failed') {
        const breaks = async (tried: readonly Step[]) => {
          const again = chain.copied();
          for (const one of tried) if ((await runStep(again, one))?.status === 'failed') return true;
          return false;
        };
        const shortest = await shorten(steps, breaks, invariant.shrinkRuns);
        const counts = { ...countsOf([], 0), runs: run, calls: calls.made, reverts: calls.reverted };
        return { ...suite.result(test, verdict, own), counts, counterexample: shortest.map(shown) };
      }
    }
  }
  const counts = { ...countsOf([], 0), runs: invariant.runs, calls: calls.made, reverts: calls.reverted };
  return { ...suite.result(test, { status: 'passed' }, chain), counts };
}

function makeStep(inputs: Inputs, targets: readonly Target[], senders: readonly Address[]): Step {
  const pick = <T>(list: readonly T[]) => list[Number(inputs.below(BigInt(list.length)))];
  const target = pick(targets);
  const entry = pick(target.functions);
  const args = entry.inputs.map((input) => inputs.value(input));
  const data = calldataOf(entry, args);
  const made = String(inputs.value({ type: 'address' })).toLowerCase() as Address;
  return { target, entry, args, data, sender: senders.length === 0 ? made : pick(senders) };
}

/** Leaves out steps one by one, as long as the rest still breaks it. */
async function shorten(
  steps: readonly Step[],
  breaks: (steps: readonly Step[]) => Promise<boolean>,
  limit: number,
): Promise<readonly Step[]> {
  let best = steps;
  let left = Math.min(limit, 200);
  for (let at = best.length - 2; at >= 0 && left > 0; at--, left--) {
    const without = best.filter((_, index) => index !== at);
    if (await breaks(without)) best = without;
  }
  return best;
}

function shown({ target, entry, args, sender, data }: Step): CounterexampleCall {
  return {
    calldata: data,
    signature: signatureOf(entry),
    args: args.map((value, at) => formatToken(value, entry.inputs[at])),
    sender,
    target: { address: target.address, name: target.name },
  };
}

async function addressesOf(chain: TestChain, suite: SuiteRun, to: Address, name: string): Promise<Address[]> {
  const data = await answerOf(chain, suite, to, name);
  if (data === undefined) return [];
  const [found] = decodeAbiParameters([{ type: 'address[]' }], data);
  return found.map((one) => one.toLowerCase() as Address);
}

async function answerOf(chain: TestChain, suite: SuiteRun, to: Address, name: string): Promise<Uint8Array | undefined> {
  if (!suite.functions.some((one) => one.name === name)) return undefined;
  const { sender } = chain.project.settings;
  const { halt, output } = await chain.trial().call({ from: sender, to, data: hexToBytes(selectorOf(`${name}()`)) });
  return halt === Halt.none ? output : undefined;
}

/** Contracts that `setUp` made or `targetContracts` names, with the functions that `targetSelectors` names or all that change state. */
async function findTargets(suite: SuiteRun, chain: TestChain, address: Address): Promise<Target[]> {
  const named = await addressesOf(chain, suite, address, 'targetContracts');
  const excluded = new Set(await addressesOf(chain, suite, address, 'excludeContracts'));
  const selected = new Map<Address, string[]>();
  const selectors = await answerOf(chain, suite, address, 'targetSelectors');
  if (selectors !== undefined) {
    const components = [{ type: 'address' }, { type: 'bytes4[]' }] as const;
    const [list] = decodeAbiParameters([{ type: 'tuple[]', components }], selectors);
    for (const [target, chosen] of list as unknown as readonly [Address, readonly string[]][]) {
      const key = target.toLowerCase() as Address;
      selected.set(key, [...(selected.get(key) ?? []), ...chosen]);
    }
  }
  const { state } = chain;
  const all: Address[] = [];
  for (let account = 0; account < state.length; account++) {
    const at = bytesToAddress(state.addressBytes(account as Parameters<typeof state.addressBytes>[0]));
    if (state.code[account] !== 0 && at !== address) all.push(at);
  }
  const chosen = named.length > 0 || selected.size > 0 ? [...new Set([...named, ...selected.keys()])] : all;
  return chosen.flatMap((at) => {
    const code = state.codes[state.code[state.indexOfAddress(hexToBytes(at))]].bytes;
    const artefact = excluded.has(at) ? undefined : contractOfCode(chain.project.artefacts, code);
    if (artefact === undefined) return [];
    const only = selected.get(at);
    const functions = functionsOf(artefact).filter((entry) =>
      only === undefined
        ? entry.stateMutability === 'nonpayable' || entry.stateMutability === 'payable'
        : only.includes(selectorOf(signatureOf(entry))),
    );
    return functions.length === 0 ? [] : [{ address: at, name: artefact.name, functions }];
  });
}
