/**
 * The same simulation with one thing otherwise: an override left out, or a
 * block that comes later or says something else. What differs then is what
 * that thing is responsible for.
 */
import type { Address, Hash } from '../chain/primitives';
import { formatInteger } from '../format/counts';
import { hasSucceeded } from './has-succeeded';
import type { AccountOverride, AccountOverrides } from './overlay';
import type { BlockFields, PlannedBlock, SimulationPlan } from './plan';
import { preparedBlocks, type Standing } from './prepare';
import type { StepOutcome } from './run';

export type Variation = {
  /** What is otherwise, in words. */
  label: string;
  /** Of whom, where it is an override. */
  address?: Address;
  plan: SimulationPlan;
};

/** How it comes out then. `turns`: a step that succeeded fails, or the other way round. */
export type Effect = { state: 'turns' | 'changes' | 'same'; words: string };

/** Runs for one question. */
export const MAX_VARIATIONS = 60;
const DAY = 86_400; // seconds

/** Returns one variation for each override, left out: balances, nonces and codes of accounts, and slots. */
export function withoutOverrides(plan: SimulationPlan): Variation[] {
  return plan.blocks.flatMap((block, at) => [
    ...withoutEach(block.accounts).map((less) => ({ ...less, plan: withBlock(plan, at, { accounts: less.accounts }) })),
    ...block.steps.flatMap((step, index) =>
      withoutEach(step.accounts).map((less) => ({
        ...less,
        plan: withBlock(plan, at, {
          steps: block.steps.map((each, i) => (i === index ? { ...each, accounts: less.accounts } : each)),
        }),
      })),
    ),
  ]);
}

type Less = { label: string; address: Address; accounts: AccountOverrides };

function withoutEach(accounts: AccountOverrides): Less[] {
  return (Object.entries(accounts) as [Address, AccountOverride][]).flatMap(([address, override]) => {
    const less = (label: string, rest: AccountOverride): Less => ({
      label,
      address,
      accounts: { ...accounts, [address]: rest },
    });
    const { balance, nonce, code, state, stateDiff, ...none } = override;
    return [
      ...(balance === undefined ? [] : [less('Balance', without(override, 'balance'))]),
      ...(nonce === undefined ? [] : [less('Nonce', without(override, 'nonce'))]),
      ...(code === undefined ? [] : [less('Code', without(override, 'code'))]),
      ...(state === undefined ? [] : [less('All of its storage', { ...none, ...without(override, 'state') })]),
      ...Object.keys(stateDiff ?? {}).map((slot) => {
        const { [slot as Hash]: _, ...others } = stateDiff ?? {};
        return less(`Slot ${shortSlot(slot)}`, { ...override, stateDiff: others });
      }),
    ];
  });
}

function without(override: AccountOverride, field: keyof AccountOverride): AccountOverride {
  const { [field]: _, ...rest } = override;
  return rest;
}

function shortSlot(slot: string): string {
  const digits = slot.replace(/^0x0*/, '');
  return `0x${digits.length > 12 ? `${digits.slice(0, 6)}…${digits.slice(-4)}` : digits || '0'}`;
}

/** Returns variations with later blocks on the state of now, and with blocks that state other values of themselves. */
export function otherBlocks(plan: SimulationPlan, standing: Standing): Variation[] {
  const blocks = preparedBlocks(plan, standing);
  const each = (label: string, change: (at: number) => BlockFields): Variation => ({
    label,
    plan: {
      ...plan,
      blocks: plan.blocks.map((block, at) => ({ ...block, fields: { ...block.fields, ...change(at) } })),
    },
  });
  const later = (count: number) => (at: number) => ({
    number: (blocks[at]?.number ?? 0) + count,
    timestamp: (blocks[at]?.timestamp ?? 0) + count * standing.blockTime,
  });
  const fee = (at: number) => blocks[at]?.baseFeePerGas;
  return [
    each('1 block later', later(1)),
    each('10 blocks later', later(10)),
    each('100 blocks later', later(100)),
    each('A day later', (at) => ({ timestamp: (blocks[at]?.timestamp ?? 0) + DAY })),
    each('Another coinbase', () => ({ miner: `0x${'c0'.repeat(20)}` as Address })),
    ...(fee(0) === undefined
      ? []
      : [each('Twice the base fee', (at) => ({ baseFeePerGas: (fee(at) ?? 0n) * 2n || 1n }))]),
    each('Another prevRandao', () => ({ mixHash: `0x${'5a'.repeat(32)}` as Hash })),
    {
      label: 'Only the ether that senders have',
      plan: {
        ...plan,
        blocks: plan.blocks.map((block) => ({
          ...block,
          steps: block.steps.map((step) => (step.manner === 'paid' ? { ...step, manner: 'checked' as const } : step)),
        })),
      },
    },
  ];
}

function withBlock(plan: SimulationPlan, wanted: number, change: Partial<PlannedBlock>): SimulationPlan {
  return { ...plan, blocks: plan.blocks.map((block, at) => (at === wanted ? { ...block, ...change } : block)) };
}

/** Describes the first step that differs. Linear in outputs and events. */
export function effectOf(before: readonly StepOutcome[], after: readonly StepOutcome[]): Effect {
  for (const [at, was] of before.entries()) {
    const is = after[at];
    const where = before.length === 1 ? '' : `Step ${at + 1}: `;
    if (hasSucceeded(was) !== hasSucceeded(is))
      return { state: 'turns', words: `${where}${hasSucceeded(is) ? 'it succeeds' : whyNot(is)}` };
    const words = changeIn(was, is);
    if (words !== undefined) return { state: 'changes', words: `${where}${words}` };
  }
  return { state: 'same', words: 'nothing differs' };
}

function whyNot(outcome: StepOutcome | undefined): string {
  if (outcome?.state === 'executed') return `it fails: ${outcome.error ?? 'no reason is known'}`;
  return outcome?.state === 'invalid' ? `it cannot be in a block: ${outcome.reason}` : 'it does not run';
}

function changeIn(was: StepOutcome, is: StepOutcome | undefined): string | undefined {
  if (was.state !== 'executed' || is?.state !== 'executed') return undefined;
  if (was.error !== is.error) return `it fails for another reason: ${is.error ?? 'no reason is known'}`;
  if (was.output !== is.output) return 'it returns something else';
  if (was.logs.length !== is.logs.length)
    return `it emits ${formatInteger(is.logs.length)} events instead of ${formatInteger(was.logs.length)}`;
  if (textOf(was.logs) !== textOf(is.logs)) return 'its events differ';
  if (was.gasUsed !== is.gasUsed)
    return `it uses ${formatInteger(is.gasUsed)} gas instead of ${formatInteger(was.gasUsed)}`;
  return undefined;
}

function textOf(logs: readonly { address: string; topics: readonly string[]; data: string }[]): string {
  return logs.map(({ address, topics, data }) => [address, ...topics, data].join()).join();
}
