/**
 * The same simulation with one thing otherwise: an override left out, or a
 * block that comes later or says something else. What differs then is what
 * that thing is responsible for.
 */
import type { Address, Hash } from '../chain/primitives';
import { formatInteger } from '../format/counts';
import { failureText } from './failure-text';
import { hasSucceeded } from './has-succeeded';
import type { PlacedOverride } from './named-overrides';
import type { AccountOverride, AccountOverrides } from './overlay';
import type { BlockFields, PlannedBlock, SimulationPlan } from './plan';
import { preparedBlocks, type Standing } from './prepare';
import type { StepOutcome } from './run';

export type Variation = {
  /** Name of the difference. */
  label: string;
  /** The account, where the difference is an override. */
  address?: Address;
  plan: SimulationPlan;
  /** Number of blocks and of seconds by which its blocks are later; absent where they are as they were. */
  later?: Later;
};

export type Later = { blocks: number; seconds: number };

/**
 * How it comes out then. `turns`: a step that succeeded fails, or the other way round. `moves`: numbers that it returns or
 * tells in events are as much larger as the block is later, and nothing else differs.
 */
export type Effect = { state: 'turns' | 'changes' | 'moves' | 'same'; words: string };

/** Runs for one question. */
export const MAX_VARIATIONS = 60;
const DAY = 86_400; // seconds

/**
 * Returns one variation for each override, left out: balances, nonces and codes of accounts, and slots. Slots that `placed`
 * names go by that name, those of one name together.
 */
export function withoutOverrides(plan: SimulationPlan, placed: readonly PlacedOverride[] = []): Variation[] {
  const namesIn = (block: number, step?: number): NameSlot => {
    const here = placed.filter((each) => each.block === block && each.step === step);
    return (address, slot) =>
      here
        .filter((each) => each.address === address && BigInt(each.key) === BigInt(slot))
        .map(({ name }) => name)
        .join(', ') || `Slot ${shortSlot(slot)}`;
  };
  return plan.blocks.flatMap((block, at) => [
    ...withoutEach(block.accounts, namesIn(at)).map((less) => ({
      ...less,
      plan: withBlock(plan, at, { accounts: less.accounts }),
    })),
    ...block.steps.flatMap((step, index) =>
      withoutEach(step.accounts, namesIn(at, index)).map((less) => ({
        ...less,
        plan: withBlock(plan, at, {
          steps: block.steps.map((each, i) => (i === index ? { ...each, accounts: less.accounts } : each)),
        }),
      })),
    ),
  ]);
}

type Less = { label: string; address: Address; accounts: AccountOverrides };
type NameSlot = (address: Address, slot: string) => string;

function withoutEach(accounts: AccountOverrides, nameSlot: NameSlot): Less[] {
  return (Object.entries(accounts) as [Address, AccountOverride][]).flatMap(([address, override]) => {
    const less = (label: string, rest: AccountOverride): Less => ({
      label,
      address,
      accounts: { ...accounts, [address]: rest },
    });
    const { balance, nonce, code, state, stateDiff, ...none } = override;
    const slots = Object.entries(stateDiff ?? {});
    const named = ([slot]: [string, unknown]) => nameSlot(address, slot);
    return [
      ...(balance === undefined ? [] : [less('Balance', without(override, 'balance'))]),
      ...(nonce === undefined ? [] : [less('Nonce', without(override, 'nonce'))]),
      ...(code === undefined ? [] : [less('Code', without(override, 'code'))]),
      ...(state === undefined ? [] : [less('All of its storage', { ...none, ...without(override, 'state') })]),
      ...[...new Set(slots.map(named))].map((name) =>
        less(name, { ...override, stateDiff: Object.fromEntries(slots.filter((slot) => named(slot) !== name)) }),
      ),
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
  const each = (label: string, change: (at: number) => BlockFields, later?: Later): Variation => ({
    label,
    ...(later && { later }),
    plan: {
      ...plan,
      blocks: plan.blocks.map((block, at) => ({ ...block, fields: { ...block.fields, ...change(at) } })),
    },
  });
  const later = (label: string, later: Later) =>
    each(
      label,
      (at) => ({
        ...(later.blocks > 0 && { number: (blocks[at]?.number ?? 0) + later.blocks }),
        timestamp: (blocks[at]?.timestamp ?? 0) + later.seconds,
      }),
      later,
    );
  const blocksLater = (blocks: number) => ({ blocks, seconds: blocks * standing.blockTime });
  const fee = (at: number) => blocks[at]?.baseFeePerGas;
  return [
    later('1 block later', blocksLater(1)),
    later('10 blocks later', blocksLater(10)),
    later('100 blocks later', blocksLater(100)),
    later('A day later', { blocks: 0, seconds: DAY }),
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

/** Describes the first step that differs, the first that only moves with the blocks where no other does. Linear in outputs and events. */
export function effectOf(before: readonly StepOutcome[], after: readonly StepOutcome[], later?: Later): Effect {
  let moved: Effect | undefined;
  for (const [at, was] of before.entries()) {
    const is = after[at];
    const where = before.length === 1 ? '' : `Step ${at + 1}: `;
    if (hasSucceeded(was) !== hasSucceeded(is))
      return { state: 'turns', words: `${where}${hasSucceeded(is) ? 'it succeeds' : whyNot(is)}` };
    const words = changeIn(was, is, later);
    if (words === MOVES) moved ??= { state: 'moves', words: `${where}${words}` };
    else if (words !== undefined) return { state: 'changes', words: `${where}${words}` };
  }
  return moved ?? { state: 'same', words: 'nothing differs' };
}

const MOVES = 'numbers in what it returns or tells are as much larger as the block is later';

function whyNot(outcome: StepOutcome | undefined): string {
  if (outcome?.state === 'executed') return `it fails: ${failureText(outcome)}`;
  return outcome?.state === 'invalid' ? `it cannot be in a block: ${outcome.reason}` : 'it does not run';
}

function changeIn(was: StepOutcome, is: StepOutcome | undefined, later: Later | undefined): string | undefined {
  if (was.state !== 'executed' || is?.state !== 'executed') return undefined;
  if (was.error !== is.error) return `it fails for another reason: ${failureText(is)}`;
  const differs = [was.output !== is.output, textOf(was.logs) !== textOf(is.logs)];
  if (was.gasUsed === is.gasUsed && differs.includes(true) && later && onlyMoves(was, is, later)) return MOVES;
  if (was.output !== is.output)
    return was.success ? 'it returns something else' : `it fails for another reason: ${failureText(is)}`;
  if (was.logs.length !== is.logs.length)
    return `it emits ${formatInteger(is.logs.length)} events instead of ${formatInteger(was.logs.length)}`;
  if (textOf(was.logs) !== textOf(is.logs)) return 'its events differ';
  if (was.gasUsed !== is.gasUsed)
    return `it uses ${formatInteger(is.gasUsed)} gas instead of ${formatInteger(was.gasUsed)}`;
  return undefined;
}

type Executed = Extract<StepOutcome, { state: 'executed' }>;

/** Whether all words of outputs and events that differ are larger by the blocks, or by the seconds, that the block is later. */
function onlyMoves(was: Executed, is: Executed, { blocks, seconds }: Later): boolean {
  const [one, other] = [was, is].map(({ output, logs }) => [
    output.slice(2),
    ...logs.flatMap(({ address, topics, data }) => [
      address.slice(2),
      ...topics.map((topic) => topic.slice(2)),
      data.slice(2),
    ]),
  ]) as [string[], string[]];
  return (
    one.length === other.length &&
    one.every((text, at) => {
      const then = other[at] ?? '';
      if (text.length !== then.length) return false;
      for (let start = 0; start < text.length; start += WORD) {
        const [a, b] = [text.slice(start, start + WORD), then.slice(start, start + WORD)];
        if (a === b) continue;
        const by = a.length < WORD ? undefined : BigInt(`0x${b}`) - BigInt(`0x${a}`);
        if (by !== BigInt(blocks) && by !== BigInt(seconds)) return false;
      }
      return true;
    })
  );
}
/** Hex digits. */
const WORD = 64;

function textOf(logs: readonly { address: string; topics: readonly string[]; data: string }[]): string {
  return logs.map(({ address, topics, data }) => [address, ...topics, data].join()).join();
}
