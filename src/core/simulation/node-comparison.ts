/**
 * The same simulation asked of the node, and what of its answer differs. The
 * payload is that of eth_simulateV1; where the node does not have it and there
 * is one step, that of eth_call with overrides.
 */

import { quantityHex } from '../chain/hex';
import type { Hex } from '../chain/primitives';
import { gasLimitOf } from '../chain/transaction';
import type { IncludedBlock } from '../evm/transaction/chain-input';
import type { SimulatedLog } from './outcome';
import type { AccountOverride, AccountOverrides } from './overlay';
import type { PlannedStep, SimulationPlan } from './plan';
import { USUAL_TIP } from './prices';
import type { StepOutcome } from './run';

/** What was compared of each step and what differs, in words. */
export type NodeComparison = {
  method: 'eth_simulateV1' | 'eth_call';
  /** Steps that were compared. */
  steps: number;
  compared: readonly string[];
  /** A sentence each; empty where all is equal. */
  differences: readonly string[];
  /** Parts that could not be compared, and why. */
  left: readonly string[];
};

/** What a node says of a call of its simulation. */
export type NodeCall = {
  success: boolean;
  gasUsed?: number;
  output: Hex;
  logs?: readonly SimulatedLog[];
};

type Executed = Extract<StepOutcome, { state: 'executed' }>;

/** Returns the parameters of eth_simulateV1 for the steps that ran. `blocks` are the prepared ones. */
export function simulateV1Payload(
  plan: SimulationPlan,
  blocks: readonly IncludedBlock[],
  outcomes: readonly StepOutcome[],
  base: number,
): readonly unknown[] {
  let at = 0;
  const blockStateCalls = plan.blocks.map(({ accounts, steps }, index) => {
    const block = blocks[index];
    const calls = steps.flatMap((step) => {
      const outcome = outcomes[at++];
      return outcome?.state === 'executed' ? [callOf(step, outcome)] : [];
    });
    const own = [accounts, ...steps.map((step) => step.accounts)];
    return {
      ...(block === undefined ? {} : { blockOverrides: blockOverrides(block) }),
      stateOverrides: overridesJson(mergeOverrides(own, loansOf(steps, outcomes.slice(at - steps.length, at)))),
      calls,
    };
  });
  return [{ blockStateCalls, validation: false, traceTransfers: false }, quantityHex(base)];
}

/** Returns the parameters of eth_call for a single step. */
export function callPayload(
  plan: SimulationPlan,
  block: IncludedBlock,
  outcome: Executed,
  base: number,
): readonly unknown[] {
  const [{ accounts, steps } = { accounts: {}, steps: [] }] = plan.blocks;
  const step = steps[0] as PlannedStep;
  const { nonce: _, ...call } = callOf(step, outcome);
  const { time, number, feeRecipient, baseFeePerGas, gasLimit } = blockOverrides(block);
  return [
    call,
    quantityHex(base),
    overridesJson(mergeOverrides([accounts, step.accounts], loansOf(steps, [outcome]))),
    { number, time, gasLimit, feeRecipient, baseFee: baseFeePerGas },
  ];
}

/** Ether that was lent is laid over the sender's balance, which the node does not lend. */
function loansOf(steps: readonly PlannedStep[], outcomes: readonly StepOutcome[]): ReadonlyMap<string, bigint> {
  const loans = new Map<string, bigint>();
  for (const [at, step] of steps.entries()) {
    const outcome = outcomes[at];
    if (outcome?.state !== 'executed' || outcome.loan === undefined) continue;
    const needed = BigInt(outcome.gasLimit) * (step.maxFeePerGas ?? outcome.gasPrice) * 2n + step.value;
    loans.set(step.from, (loans.get(step.from) ?? 0n) + needed);
  }
  return loans;
}

function mergeOverrides(
  layers: readonly AccountOverrides[],
  loans: ReadonlyMap<string, bigint>,
): Record<string, AccountOverride> {
  const merged: Record<string, AccountOverride> = {};
  for (const layer of layers)
    for (const [address, override] of Object.entries(layer)) merged[address] = laidOver(merged[address], override);
  for (const [address, wei] of loans) merged[address] = { balance: wei, ...merged[address] };
  return merged;
}

/** Slots of both layers; all of the storage is what the last layer says that replaces it. */
function laidOver(before: AccountOverride = {}, override: AccountOverride): AccountOverride {
  const { stateDiff, ...rest } = override;
  const { stateDiff: earlier, ...kept } = before;
  if (override.state !== undefined) return { ...kept, ...rest };
  const merged = { ...kept, ...rest };
  if (kept.state !== undefined) return { ...merged, state: { ...kept.state, ...stateDiff } };
  const slots = { ...earlier, ...stateDiff };
  return Object.keys(slots).length === 0 ? merged : { ...merged, stateDiff: slots };
}

function callOf(step: PlannedStep, outcome: Executed) {
  return {
    from: step.from,
    ...(step.to === undefined ? {} : { to: step.to }),
    gas: quantityHex(outcome.gasLimit),
    value: quantityHex(step.value),
    input: step.input,
    nonce: quantityHex(outcome.nonce),
    ...(step.manner === 'free'
      ? {}
      : step.gasPrice !== undefined
        ? { gasPrice: quantityHex(step.gasPrice) }
        : {
            maxFeePerGas: quantityHex(step.maxFeePerGas ?? outcome.gasPrice),
            maxPriorityFeePerGas: quantityHex(tipOf(step, outcome)),
          }),
    ...(step.accessList === undefined ? {} : { accessList: step.accessList }),
    ...(step.authorizationList === undefined
      ? {}
      : {
          authorizationList: step.authorizationList.map((entry) => ({
            ...entry,
            chainId: quantityHex(entry.chainId),
            nonce: quantityHex(entry.nonce),
            yParity: quantityHex(entry.yParity),
          })),
        }),
  };
}

/** The tip that was paid here where the step names none: with it the node's price is the one of the run. */
function tipOf({ maxFeePerGas, maxPriorityFeePerGas }: PlannedStep, { gasPrice }: Executed): bigint {
  if (maxPriorityFeePerGas !== undefined) return maxPriorityFeePerGas;
  if (maxFeePerGas === undefined) return gasPrice;
  return maxFeePerGas < USUAL_TIP ? maxFeePerGas : USUAL_TIP;
}

function blockOverrides(block: IncludedBlock) {
  return {
    number: quantityHex(block.number),
    time: quantityHex(block.timestamp),
    gasLimit: quantityHex(gasLimitOf(block)),
    feeRecipient: block.miner,
    ...(block.mixHash === undefined ? {} : { prevRandao: block.mixHash }),
    ...(block.baseFeePerGas === undefined ? {} : { baseFeePerGas: quantityHex(block.baseFeePerGas) }),
  };
}

/** Writes overrides as the third parameter of eth_call spells them. */
export function overridesJson(accounts: Readonly<Record<string, AccountOverride>>) {
  return Object.fromEntries(
    Object.entries(accounts).map(([address, { balance, nonce, ...rest }]) => [
      address,
      {
        ...rest,
        ...(balance === undefined ? {} : { balance: quantityHex(balance) }),
        ...(nonce === undefined ? {} : { nonce: quantityHex(nonce) }),
      },
    ]),
  );
}

/** Returns a sentence for each difference to the node's answer; fields that the node leaves out are not compared. */
export function differencesFrom(name: string, ours: Executed, theirs: NodeCall): string[] {
  const differences: string[] = [];
  if (ours.success !== theirs.success)
    differences.push(
      `${name}: it ${ours.success ? 'succeeds' : 'fails'} here and ${theirs.success ? 'succeeds' : 'fails'} at the node.`,
    );
  if (theirs.gasUsed !== undefined && theirs.gasUsed !== ours.gasUsed)
    differences.push(`${name}: gas used is ${ours.gasUsed} here and ${theirs.gasUsed} at the node.`);
  // What a failed creation and a halt leave is nothing; nodes say so in several ways.
  if (ours.output !== theirs.output)
    differences.push(`${name}: the output is ${short(ours.output)} here and ${short(theirs.output)} at the node.`);
  if (theirs.logs !== undefined) differences.push(...logDifferences(name, ours.logs, theirs.logs));
  return differences;
}

function logDifferences(name: string, ours: readonly SimulatedLog[], theirs: readonly SimulatedLog[]): string[] {
  if (ours.length !== theirs.length)
    return [`${name}: it emits ${ours.length} events here and ${theirs.length} at the node.`];
  return ours.flatMap((log, at) => (textOf(log) === textOf(theirs[at]) ? [] : [`${name}: event ${at} differs.`]));
}

function textOf(log: SimulatedLog | undefined): string {
  return log === undefined ? '' : [log.address, ...log.topics, log.data].join().toLowerCase();
}

function short(hex: Hex): string {
  return hex.length > 74 ? `${hex.slice(0, 74)}… (${(hex.length - 2) / 2} bytes)` : hex;
}
