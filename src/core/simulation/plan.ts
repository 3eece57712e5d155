/** What a simulation is to do: where it stands on the chain, and blocks of steps that share one state. */
import type { Address, Hash, Hex, NetworkId } from '../chain/primitives';
import type { AccessListEntry, Authorization } from '../chain/transaction';
import { formatInteger } from '../format/counts';
import type { NamedOverrides, PlacedOverride } from './named-overrides';
import type { AccountOverride, AccountOverrides } from './overlay';
import type { StepManner } from './run';
import type { MadeUpSignature } from './typed-data';

/**
 * Where the steps run. At the end of a block they are in a block of their own that follows it; before or after a
 * transaction they are in the block itself, put in there, and nothing of it is left out. `pending` is the end of the
 * latest block with the time of now.
 */
export type Position =
  | { block: number | 'latest' | 'pending'; place: 'end' }
  | { block: number | 'latest'; place: 'before' | 'after'; index: number };

/** What a block says of itself; the rest follows from the block it stands on. Wei. */
export type BlockFields = {
  number?: number;
  /** Seconds since the epoch. */
  timestamp?: number;
  baseFeePerGas?: bigint;
  gasLimit?: number;
  miner?: Address;
  mixHash?: Hash;
};

/** What a step is expected to come to. Texts are looked for in what it says. */
export type Expectation = { status?: 'success' | 'failed'; output?: Hex; error?: string; gas?: number };

export type PlannedStep = {
  label: string;
  from: Address;
  /** Absent for a contract creation. */
  to?: Address;
  value: bigint;
  input: Hex;
  /** Gas limit; when absent, the gas that the block has left. */
  gas?: number;
  nonce?: number;
  /** At most one kind of price is given, `gasPrice` or the fee-market pair; the usual price is paid when none is. */
  gasPrice?: bigint;
  maxFeePerGas?: bigint;
  maxPriorityFeePerGas?: bigint;
  accessList?: readonly AccessListEntry[];
  authorizationList?: readonly Authorization[];
  manner: StepManner;
  goesOn: boolean;
  accounts: AccountOverrides;
  /** Overrides by variable or token, which a layout or the token itself has to place; absent where there are none. */
  named?: NamedOverrides;
  expect: Expectation;
  /** The signature that the step makes in place of a transaction. */
  signs?: MadeUpSignature;
};

export type PlannedBlock = {
  fields: BlockFields;
  accounts: AccountOverrides;
  /** Overrides by variable or token, as in a step. */
  named?: NamedOverrides;
  steps: readonly PlannedStep[];
};

export type SimulationPlan = { networkId: NetworkId; position: Position; blocks: readonly PlannedBlock[] };

/** Returns the position in words: `before transaction 12 of block 26,412,083`. */
export function positionText(position: Position): string {
  const { block } = position;
  const named = typeof block === 'number' ? `block ${formatInteger(block)}` : 'the latest block';
  if (position.place !== 'end') return `${position.place} transaction ${formatInteger(position.index)} of ${named}`;
  return block === 'pending' ? 'after the latest block, as of now' : `at the end of ${named}`;
}

/** Returns the plan with its named overrides resolved. */
export function withPlaced(plan: SimulationPlan, placed: readonly PlacedOverride[]): SimulationPlan {
  if (placed.length === 0) return plan;
  return {
    ...plan,
    blocks: plan.blocks.map((block, at) => ({
      ...block,
      accounts: laidInto(block.accounts, placed, at, undefined),
      steps: block.steps.map((step, index) => ({ ...step, accounts: laidInto(step.accounts, placed, at, index) })),
    })),
  };
}

function laidInto(
  accounts: AccountOverrides,
  placed: readonly PlacedOverride[],
  block: number,
  step: number | undefined,
): AccountOverrides {
  const changed: Record<Address, AccountOverride> = { ...accounts };
  for (const one of placed) {
    if (one.block !== block || one.step !== step) continue;
    const { state, stateDiff, ...rest } = changed[one.address] ?? {};
    const slot = { [one.key]: one.value };
    changed[one.address] =
      state === undefined
        ? { ...rest, stateDiff: { ...stateDiff, ...slot } }
        : { ...rest, state: { ...state, ...slot } };
  }
  return changed;
}
