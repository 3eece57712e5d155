/** A plan run on the chain: what it reads is fetched as it is needed, and kept apart as it was before anything ran. */
import type { Address, Hash } from '../../../core/chain/primitives';
import { gasLimitOf, transactionOf } from '../../../core/chain/transaction';
import { ZERO_HASH } from '../../../core/chain/zero-hash';
import type { NamedOverrides, PlacedOverride } from '../../../core/simulation/named-overrides';
import { overlaysOf } from '../../../core/simulation/overlay';
import { type SimulationPlan, withPlaced } from '../../../core/simulation/plan';
import { type Standing, statedOf } from '../../../core/simulation/prepare';
import type { Run, RunOptions } from '../../../core/simulation/run';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import type { SlotKey } from '../../../net/slot-reader';
import { probableNeeds } from '../replay/probable-needs';
import type { LazyState } from '../replay/replay-state';
import { findStanding, stateOfStanding, type Work } from './find-standing';
import type { FindLayout } from './place-overrides';
import { runPlan } from './run-in-slices';

/** Steps of which the node is asked what they would read, all at once. */
const MAX_HINTED = 20;

type RanOnChain = {
  /** The plan with everything that it names in its place. */
  plan: SimulationPlan;
  placed: readonly PlacedOverride[];
  standing: Standing;
  /** State that was read, as it was before the first step. */
  source: LazyState;
  run: Run;
};

/** `layoutAt` says where the variables of contracts lie at a block. Fails with `unsupported` where the plan cannot be run, with `tooLarge` past the step limit. */
export async function runOnChain(
  work: Work,
  stated: SimulationPlan,
  layoutAt: (block: number) => FindLayout,
  options: RunOptions = {},
): Promise<Result<RanOnChain, Failure>> {
  const { rpc, signal, onProgress } = work;
  const found = await findStanding(work, stated);
  if (!found.ok) return found;
  const standing = found.value;
  const { block } = standing;
  const steps = stated.blocks.flatMap((each) => each.steps);
  const transactions = steps
    .filter(({ signs }) => signs === undefined)
    .map((step) =>
      transactionOf({
        ...statedOf(step, block, { nonce: step.nonce ?? 0, gas: step.gas ?? gasLimitOf(block) }),
        hash: ZERO_HASH,
      }),
    );
  const [first] = transactions;
  if (first === undefined) return fail(failure('unsupported', 'There is no transaction among the steps.'));
  const based = await stateOfStanding(work, stated, standing, first);
  if (!based.ok) return based;
  const source = based.value;
  // What earlier transactions of the block left is what this run begins with.
  source.state.beginTransaction();

  const at = stated.position.place === 'end' ? block.number : block.number - 1;
  const hints = await Promise.all(
    transactions.slice(0, MAX_HINTED).map((each) => probableNeeds(rpc, each, at, signal)),
  );
  const likely = hints.flatMap((hint) => (hint.ok ? [hint.value] : []));
  const missing = await source.prefetch({
    accounts: [...new Set([...accountsOf(stated), ...likely.flatMap(({ accounts }) => accounts)])],
    slots: likely.flatMap(({ slots }) => slots),
  });
  if (missing) return fail(missing);

  const placed = await placeNamed(stated, standing, source, layoutAt(at), signal);
  if (!placed.ok) return placed;
  const plan = withPlaced(stated, placed.value);
  // The values that overrides replace are kept, too: without them nobody knows which overrides mattered.
  const replaced = await source.prefetch({ accounts: [], slots: slotsOverridden(plan) });
  if (replaced) return fail(replaced);

  // Everything it reads is kept as it was before anything ran.
  const ran = await runPlan(plan, standing, source.copied(), { signal, onProgress }, options);
  return ran.ok ? ok({ plan, placed: placed.value, standing, source, run: ran.value }) : ran;
}

/** Loads nothing for a plan that names nothing. */
async function placeNamed(
  plan: SimulationPlan,
  ...rest: [Standing, LazyState, FindLayout, AbortSignal]
): Promise<Result<readonly PlacedOverride[], Failure>> {
  const isNamed = plan.blocks.some(({ named, steps }) => named ?? steps.some((step) => step.named));
  if (!isNamed) return ok([]);
  const { placeOverrides } = await import('./place-overrides');
  return placeOverrides(plan, ...rest);
}

/** The accounts that a plan names. */
function accountsOf({ blocks }: SimulationPlan): Address[] {
  return blocks.flatMap(({ accounts, named, steps }) => [
    ...(Object.keys(accounts) as Address[]),
    ...accountsNamed(named),
    ...steps.flatMap((step) => [
      ...accountsNamed(step.named),
      step.from,
      ...(step.to === undefined ? [] : [step.to]),
      ...(Object.keys(step.accounts) as Address[]),
    ]),
  ]);
}

function accountsNamed(named: NamedOverrides | undefined): Address[] {
  if (named === undefined) return [];
  return [
    ...named.variables.map(({ address }) => address),
    ...named.tokens.flatMap(({ token, holder }) => [token, holder]),
  ];
}

function slotsOverridden({ blocks }: SimulationPlan): SlotKey[] {
  const accounts = blocks.flatMap((block) => [block.accounts, ...block.steps.map((step) => step.accounts)]);
  return accounts.flatMap((each) =>
    overlaysOf(each).flatMap(({ address, override }) =>
      (Object.keys(override.stateDiff ?? {}) as Hash[]).map((key) => ({ address, key })),
    ),
  );
}
