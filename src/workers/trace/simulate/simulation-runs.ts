/**
 * Simulations of several steps: run on the chain once and kept with all that
 * they read, then run again from that alone whenever somebody looks.
 */
import type { Address, Hash, NetworkId } from '../../../core/chain/primitives';
import { transactionOf } from '../../../core/chain/transaction';
import { DEFAULT_STEP_LIMIT } from '../../../core/evm/replay';
import { takeWitness } from '../../../core/evm/state/witness';
import { type Failure, failure } from '../../../core/failure';
import { formatInteger } from '../../../core/format/counts';
import { bytesToHex } from '../../../core/hex';
import { fail, ok, type Result } from '../../../core/result';
import { draftOf, type SimulationDraft, writeDraft } from '../../../core/simulation/draft';
import { unmetExpectations } from '../../../core/simulation/expectations';
import { hasSucceeded } from '../../../core/simulation/has-succeeded';
import { type NamedOverrides, type PlacedOverride, withPlaced } from '../../../core/simulation/named-overrides';
import { overlaysOf } from '../../../core/simulation/overlay';
import type { PlannedStep, SimulationPlan } from '../../../core/simulation/plan';
import { type Standing, statedOf } from '../../../core/simulation/prepare';
import { readDraft } from '../../../core/simulation/read-draft';
import type { RunOptions, SimulationRun, StepOutcome } from '../../../core/simulation/run';
import { type SimulationId, simulationHash } from '../../../core/simulation/simulation-hash';
import { readPreference } from '../../../db/preferences';
import type { KeptSimulation } from '../../../db/rows/simulation-row';
import { readSimulation, saveSimulation } from '../../../db/simulations';
import type { SlotKey } from '../../../net/slot-reader';
import type { Chains } from '../../chain/chains';
import { networkOf } from '../../chain/find-network';
import type { Progress } from '../../ids';
import { keptState, type LazyState, probableNeeds, type ReplayState } from '../replay/replay-state';
import type { SimulatedStep, SimulationResult } from '../simulations.api';
import { execute } from './execute-plan';
import { findStanding, stateOfStanding } from './find-standing';
import type { FindLayout } from './place-overrides';

/** Steps of which the node is asked what they would read, all at once. */
const MAX_HINTED = 20;

export async function runSimulation(
  chains: Chains,
  findLayout: (networkId: NetworkId, block: number) => FindLayout,
  signal: AbortSignal,
  draft: SimulationDraft,
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<Result<SimulationId, Failure>> {
  const read = readDraft(draft);
  if (!read.ok) return fail(failure('unsupported', wrongField(read.error, draft)));
  const stated = read.value;
  const [rpc, network] = await Promise.all([chains.rpc(stated.networkId), networkOf(chains, stated.networkId)]);
  const work = { rpc, network, signal, onProgress };
  const found = await findStanding(work, stated);
  if (!found.ok) return found;
  const standing = found.value;
  const { block } = standing;
  const steps = stated.blocks.flatMap((each) => each.steps);
  const transactions = steps
    .filter(({ signs }) => signs === undefined)
    .map((step) =>
      transactionOf({
        ...statedOf(step, block, { nonce: step.nonce ?? 0, gas: step.gas ?? block.gasLimit }),
        hash: NO_HASH,
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

  const placed = await placeNamed(stated, standing, source, findLayout(stated.networkId, at), signal);
  if (!placed.ok) return placed;
  const plan = withPlaced(stated, placed.value);
  // What overrides take the place of is kept too: without it nobody knows which of them mattered.
  const replaced = await source.prefetch({ accounts: [], slots: slotsOverridden(plan) });
  if (replaced) return fail(replaced);

  // What it reads is kept as it was before anything ran.
  const executed = await execute(plan, standing, source.copied(), signal, onProgress);
  if (!executed.ok) return executed;
  const { outcomes } = executed.value;
  const id = newId();
  const kept: KeptSimulation = {
    id,
    networkId: plan.networkId,
    createdAt: Date.now(),
    name: draft.name,
    note: draft.note,
    draft: writeDraft(draft),
    ...(placed.value.length > 0 && { placed: [...placed.value] }),
    ...summaryOf(steps, outcomes),
    standing,
    witness: takeWitness(source.state, source.hashes),
  };
  if (!(await saveSimulation(kept)))
    return fail(
      failure('unsupported', 'The simulation ran, and this browser could not keep it: its storage is full or refused.'),
    );
  return ok(id);
}
const NO_HASH = `0x${'0'.repeat(64)}` as Hash;

/** Nothing is loaded for a plan that names nothing. */
async function placeNamed(
  plan: SimulationPlan,
  ...rest: [Standing, LazyState, FindLayout, AbortSignal]
): Promise<Result<readonly PlacedOverride[], Failure>> {
  const isNamed = plan.blocks.some(({ named, steps }) => named ?? steps.some((step) => step.named));
  if (!isNamed) return ok([]);
  const { placeOverrides } = await import('./place-overrides');
  return placeOverrides(plan, ...rest);
}

/** A kept simulation run again on what it read, up to `recorded` where a step is to be looked at. */
export async function repeatSimulation(
  id: SimulationId,
  signal: AbortSignal,
  options: RunOptions = {},
): Promise<Result<Repeated, Failure>> {
  const kept = await readSimulation(id);
  return kept === undefined
    ? fail(failure('notFound', 'This simulation is not kept in this browser, or was deleted.'))
    : repeatKept(kept, signal, options);
}

/** The same of one that need not be in this browser. */
export async function repeatKept(
  kept: KeptSimulation,
  signal: AbortSignal,
  options: RunOptions = {},
): Promise<Result<Repeated, Failure>> {
  const stepLimit = await readPreference('stepLimit');
  const draft = draftOf(JSON.parse(kept.draft));
  const read = draft && readDraft(draft);
  if (draft === undefined || !read?.ok)
    return fail(failure('notFound', 'The request of this simulation is damaged: it cannot be run again.'));
  const standing = kept.standing as Standing;
  const source = keptState(kept.witness);
  const limited = { stepLimit: stepLimit || DEFAULT_STEP_LIMIT, ...options };
  const plan = withPlaced(read.value, kept.placed ?? []);
  const executed = await execute(plan, standing, source, signal, () => undefined, limited);
  return executed.ok ? ok({ kept, draft, plan, standing, source, run: executed.value }) : executed;
}

export type Repeated = {
  kept: KeptSimulation;
  draft: SimulationDraft;
  plan: SimulationPlan;
  standing: Standing;
  source: ReplayState;
  run: SimulationRun;
};

/** What a kept simulation came to, with a hash for each step that ran. */
export async function resultOf(id: SimulationId, signal: AbortSignal): Promise<Result<SimulationResult, Failure>> {
  const repeated = await repeatSimulation(id, signal);
  if (!repeated.ok) return repeated;
  const { kept, draft, plan, standing, run } = repeated.value;
  const steps = plan.blocks.flatMap((block) => block.steps);
  const { accounts } = kept.witness;
  return ok({
    id,
    draft,
    placed: kept.placed ?? [],
    name: kept.name,
    note: kept.note,
    createdAt: kept.createdAt,
    block: {
      number: standing.block.number,
      timestamp: standing.block.timestamp,
      ...(standing.block.hash === undefined ? {} : { hash: standing.block.hash }),
    },
    steps: steps.map((step, at) => resultOfStep(step, run.outcomes[at] ?? { state: 'notRun' }, id, at)),
    read: {
      accounts: accounts.length,
      slots: accounts.reduce((sum, { storage }) => sum + storage.length / 64, 0),
    },
  });
}

function resultOfStep(step: PlannedStep, outcome: StepOutcome, id: SimulationId, at: number): SimulatedStep {
  const unmet = unmetExpectations(step.expect, outcome);
  return {
    label: step.label,
    from: step.from,
    ...(step.to === undefined ? {} : { to: step.to }),
    input: step.input,
    ...(outcome.state === 'executed' ? { hash: simulationHash(id, at) } : {}),
    outcome,
    ...(unmet === undefined ? {} : { unmet }),
  };
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

function summaryOf(
  steps: readonly PlannedStep[],
  outcomes: readonly StepOutcome[],
): Pick<KeptSimulation, 'summary' | 'success' | 'steps'> {
  const failed = outcomes.findIndex((outcome) => !hasSucceeded(outcome));
  const outcome = outcomes[failed];
  const gas = outcomes.reduce((sum, each) => sum + (each.state === 'executed' ? each.gasUsed : 0), 0);
  const why = outcome?.state === 'invalid' ? outcome.reason : outcome?.state === 'executed' ? outcome.error : undefined;
  const where = steps.length === 1 ? '' : `step ${failed + 1}: `;
  const summary =
    failed === -1
      ? `${steps.length === 1 ? 'succeeds' : `${steps.length} steps succeed`}, ${formatInteger(gas)} gas`
      : `${where}${why ?? 'fails'}`;
  return { summary: summary.slice(0, 300), success: failed === -1, steps: steps.length };
}

/** The first of the problems, with the step that it is of. */
function wrongField(problems: Readonly<Record<string, string>>, { blocks }: SimulationDraft): string {
  const [[field, problem] = ['', '']] = Object.entries(problems);
  const [, block, step] = /^blocks\.(\d+)\.(?:steps\.(\d+)\.)?/.exec(field) ?? [];
  if (step === undefined) return problem;
  const before = blocks.slice(0, Number(block)).reduce((sum, { steps }) => sum + steps.length, 0);
  return `Step ${before + Number(step) + 1}: ${problem}`;
}

function newId(): SimulationId {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(16))).slice(2) as SimulationId;
}
