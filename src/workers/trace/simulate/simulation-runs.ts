/**
 * Simulations of several steps: run on the chain once and kept with all that
 * they read, then run again from that alone whenever somebody looks.
 */

import { bytesToHex } from '../../../core/chain/hex';
import type { NetworkId } from '../../../core/chain/primitives';
import { takeWitness } from '../../../core/evm/state/witness';
import { formatInteger } from '../../../core/format/counts';
import { draftOf, type SimulationDraft, writeDraft } from '../../../core/simulation/draft';
import { unmetExpectations } from '../../../core/simulation/expectations';
import { hasSucceeded } from '../../../core/simulation/has-succeeded';
import { type PlannedStep, type SimulationPlan, withPlaced } from '../../../core/simulation/plan';
import type { Standing } from '../../../core/simulation/prepare';
import { readDraft } from '../../../core/simulation/read-draft';
import type { RunOptions, SimulationRun, StepOutcome } from '../../../core/simulation/run';
import { type SimulationId, simulationHash } from '../../../core/simulation/simulation-hash';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import type { KeptSimulation } from '../../../db/rows/simulation-row';
import { readSimulation, saveSimulation } from '../../../db/simulations';
import type { Chains } from '../../chain/chains';
import { networkOf } from '../../chain/find-network';
import type { Progress } from '../../ids';
import { keptState, type ReplayState } from '../replay/replay-state';
import type { SimulatedStep, SimulationResult } from '../simulations.api';
import { execute, readStepLimit } from './execute-plan';
import type { FindLayout } from './place-overrides';
import { runOnChain } from './run-on-chain';

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
  const ran = await runOnChain({ rpc, network, signal, onProgress }, stated, (block) =>
    findLayout(stated.networkId, block),
  );
  if (!ran.ok) return ran;
  const { plan, placed, standing, source, outcomes } = ran.value;
  const id = newId();
  const kept: KeptSimulation = {
    id,
    networkId: plan.networkId,
    createdAt: Date.now(),
    name: draft.name,
    note: draft.note,
    draft: writeDraft(draft),
    ...(placed.length > 0 && { placed: [...placed] }),
    ...summaryOf(
      plan.blocks.flatMap(({ steps }) => steps),
      outcomes,
    ),
    standing,
    witness: takeWitness(source.state, source.hashes),
  };
  if (!(await saveSimulation(kept)))
    return fail(
      failure('unsupported', 'The simulation ran, and this browser could not keep it: its storage is full or refused.'),
    );
  return ok(id);
}

/** A kept simulation run again on what it read, up to `recorded` where a step is to be looked at. */
export async function repeatSimulation(
  id: SimulationId,
  signal: AbortSignal,
  options: RunOptions = {},
): Promise<Result<Repeated, Failure>> {
  const [kept, stepLimit] = await Promise.all([readSimulation(id), readStepLimit()]);
  return kept === undefined
    ? fail(failure('notFound', 'This simulation is not kept in this browser, or was deleted.'))
    : repeatKept(kept, signal, { stepLimit, ...options });
}

/** The same for a simulation that need not be kept in this browser. */
export async function repeatKept(
  kept: KeptSimulation,
  signal: AbortSignal,
  options: RunOptions = {},
): Promise<Result<Repeated, Failure>> {
  const draft = draftOf(JSON.parse(kept.draft));
  const read = draft && readDraft(draft);
  if (draft === undefined || !read?.ok)
    return fail(failure('notFound', 'The request of this simulation is damaged: it cannot be run again.'));
  const standing = kept.standing as Standing;
  const source = keptState(kept.witness);
  const plan = withPlaced(read.value, kept.placed ?? []);
  const executed = await execute(plan, standing, source, signal, () => undefined, options);
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
