/**
 * From a plan and the block it stands on to the blocks that are executed:
 * which number, time and prices each has, and its steps in bytes and words.
 */

import { hexToBytes } from '../chain/hex';
import { type Block, type StatedTransaction, type Transaction, transactionOf } from '../chain/transaction';
import { ZERO_HASH } from '../chain/zero-hash';
import type { BlockEnvironment } from '../evm/environment';
import { baseFeeAfter } from '../evm/families/base-fee-after';
import type { ChainRules } from '../evm/families/family';
import { type IncludedBlock, toEnvironment, toInput } from '../evm/transaction/chain-input';
import { systemCalls } from '../evm/transaction/system-calls';
import { least } from '../values/least';
import { overlaysOf } from './overlay';
import type { PlannedStep, SimulationPlan } from './plan';
import { USUAL_TIP } from './prices';
import type { RunBlock, RunStep, StepOutcome } from './run';
import type { SimulationId } from './simulation-hash';
import { simulationHash } from './simulation-hash';

/** The place that a plan stands at: enough to prepare it again without asking anybody. */
export type Standing = {
  /** The block whose state the steps run on, or which they are put into. */
  block: IncludedBlock;
  rules: ChainRules;
  /** Name of the fork by the development node that made the block; absent for other blocks. */
  hardfork?: string;
  /** Seconds between that block and the one before. */
  blockTime: number;
};

/** Returns the blocks of the plan as they describe themselves, the first of them that of the standing where steps are put into it. */
export function preparedBlocks(plan: SimulationPlan, standing: Standing): IncludedBlock[] {
  const { block } = standing;
  let before: IncludedBlock = block;
  return plan.blocks.map(({ fields }, at) => {
    const isInside = plan.position.place !== 'end' && at === 0;
    const own: IncludedBlock = isInside ? block : blockAfter(before, standing, at === 0);
    before = { ...own, ...fields };
    return before;
  });
}

/** Returns the next block as it describes itself. What is not known yet is as in the block before. */
function blockAfter(before: IncludedBlock, { rules, blockTime }: Standing, isFirst: boolean): IncludedBlock {
  const { hash: _hash, parentBeaconBlockRoot: _root, ...same } = before;
  const fee = isFirst && before.baseFeePerGas !== undefined ? baseFeeAfter(rules, before) : before.baseFeePerGas;
  const timestamp = before.timestamp + blockTime;
  return {
    ...same,
    ...rules.family?.nextHeader?.(before, timestamp),
    number: before.number + 1,
    timestamp,
    parentHash: before.hash ?? before.parentHash,
    gasUsed: 0,
    ...(fee === undefined ? {} : { baseFeePerGas: fee }),
    transactions: [],
  };
}

/**
 * Returns the blocks of the plan, to be run. `hashes` are those of earlier blocks by number, to which more may be
 * added; of blocks that are not there yet every hash is zero.
 */
export function prepareRun(plan: SimulationPlan, standing: Standing, hashes: Map<number, Uint8Array>): RunBlock[] {
  const { block: base, rules } = standing;
  const isNext = plan.position.place === 'end';
  const known = isNext ? base.number : base.number - 1;
  if (base.number > 0) hashes.set(base.number - 1, hexToBytes(base.parentHash));
  if (isNext && base.hash !== undefined) hashes.set(base.number, hexToBytes(base.hash));
  return preparedBlocks(plan, standing).map((block, at): RunBlock => {
    const environment: BlockEnvironment = {
      ...toEnvironment(block, rules, new Map()),
      blockHash: (number) => (number > known ? NO_HASH : hashes.get(number)),
    };
    const begins = isNext && at === 0;
    const ethereum = begins ? systemCalls(environment, hexToBytes(block.parentHash), undefined) : [];
    return {
      environment,
      systemCalls: (begins && rules.family?.systemCalls?.(block, environment, ethereum)) || ethereum,
      overlays: overlaysOf(plan.blocks[at]?.accounts),
      steps: (plan.blocks[at]?.steps ?? []).map((step) => prepareStep(step, block, rules)),
    };
  });
}
const NO_HASH = new Uint8Array(32);

/** Makes a step ready to run. What the family of the chain adds counts as in a block: Arbitrum's senders pay no tip. */
function prepareStep(step: PlannedStep, block: IncludedBlock, { family }: ChainRules): RunStep {
  const stated = statedOf(step, block, { nonce: step.nonce ?? 0, gas: step.gas ?? 0 });
  const made = transactionOf({ ...stated, hash: ZERO_HASH });
  const own = family?.input?.(made, block);
  const added = own?.ok === true ? own.value : {};
  const { nonce, gasLimit, isIncluded: _, ...input } = { ...toInput(made), ...added };
  return {
    transaction: {
      ...input,
      ...(step.nonce === undefined ? {} : { nonce }),
      ...(step.gas === undefined ? {} : { gasLimit }),
    },
    manner: step.manner,
    overlays: overlaysOf(step.accounts),
    goesOn: step.goesOn,
    ...(step.signs === undefined ? {} : { signs: step.signs }),
  };
}

/** Returns a step as the transaction that pages show. */
export function stepTransaction(
  step: PlannedStep,
  block: IncludedBlock,
  outcome: Extract<StepOutcome, { state: 'executed' }>,
  id: SimulationId,
  at: number,
): Transaction {
  const stated = statedOf(step, block, { nonce: outcome.nonce, gas: outcome.gasLimit });
  return transactionOf({ ...stated, gasPrice: outcome.gasPrice, hash: simulationHash(id, at) });
}

/** Returns the fields of a step with its envelope and prices, in a block that says what gas costs. */
export function statedOf(
  step: PlannedStep,
  block: Block,
  fixed: { nonce: number; gas: number },
): Omit<StatedTransaction, 'hash'> {
  const { from, to, value, input, accessList, authorizationList } = step;
  const price = step.gasPrice ?? step.maxFeePerGas ?? usualPrice(step, block.baseFeePerGas ?? 0n);
  const tip = step.maxPriorityFeePerGas ?? (step.gasPrice === undefined ? least(USUAL_TIP, price) : price);
  return {
    networkId: block.networkId,
    type: typeOf(step, block),
    from,
    ...(to === undefined ? {} : { to }),
    value,
    input,
    ...fixed,
    gasPrice: price,
    maxFeePerGas: price,
    maxPriorityFeePerGas: tip,
    ...(accessList === undefined ? {} : { accessList }),
    ...(authorizationList === undefined ? {} : { authorizationList }),
  };
}

/** Wei per gas where none is stated. */
function usualPrice({ manner, maxPriorityFeePerGas = USUAL_TIP }: PlannedStep, baseFee: bigint): bigint {
  return manner === 'free' ? 0n : baseFee + maxPriorityFeePerGas;
}

/** The envelope of today where the block has a base fee and no gas price is given, else the oldest that has the fields. */
function typeOf(step: PlannedStep, block: Block): number {
  if (step.authorizationList !== undefined) return 4;
  if (step.gasPrice === undefined && block.baseFeePerGas !== undefined) return 2;
  return step.accessList === undefined ? 0 : 1;
}
