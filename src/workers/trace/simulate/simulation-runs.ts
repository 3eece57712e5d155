/**
 * Simulations of several steps: run on the chain once and kept with all that
 * they read. Their runs are held by their digests, so that the result, the
 * trace of each step, the comparisons and the variations are answered from one
 * execution; after a reload it is repeated once, on what was kept.
 */

import { bytesToHex } from '../../../core/chain/hex';
import type { Hash, NetworkId } from '../../../core/chain/primitives';
import { takeWitness } from '../../../core/evm/state/witness';
import type { IncludedBlock } from '../../../core/evm/transaction/chain-input';
import { formatInteger } from '../../../core/format/counts';
import type { Replay } from '../../../core/replay/replay';
import { draftOf, type SimulationDraft, writeDraft } from '../../../core/simulation/draft';
import { unmetExpectations } from '../../../core/simulation/expectations';
import { failureText } from '../../../core/simulation/failure-text';
import { hasSucceeded } from '../../../core/simulation/has-succeeded';
import { KeptRuns, runDigest } from '../../../core/simulation/kept-runs';
import { type PlannedStep, type SimulationPlan, withPlaced } from '../../../core/simulation/plan';
import { preparedBlocks, prepareRun, type Standing } from '../../../core/simulation/prepare';
import { readDraft } from '../../../core/simulation/read-draft';
import type { Run, RunOptions, StepOutcome } from '../../../core/simulation/run';
import { type SimulationId, simulationHash } from '../../../core/simulation/simulation-hash';
import { assert } from '../../../core/values/assert';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { readSimulation, saveSimulation } from '../../../db/reader/simulations';
import type { KeptSimulation } from '../../../db/rows/simulation-row';
import type { Chains } from '../../chain/chains';
import { networkOf } from '../../chain/find-network';
import { keptState } from '../replay/replay-state';
import type { SimulatedStep, SimulationResult } from '../simulations.api';
import type { Work } from './find-standing';
import { keptRules, standingOf } from './kept-rules';
import type { FindLayout } from './place-overrides';
import { runPlan } from './run-in-slices';
import { runOnChain } from './run-on-chain';

/** A kept simulation with its run, all of whose steps were recorded. */
export type Ran = { kept: KeptSimulation; draft: SimulationDraft; plan: SimulationPlan; standing: Standing; run: Run };

/** One of its steps that ran, with the block that it ran in. */
export type RanStep = Omit<Ran, 'draft' | 'run'> & {
  step: PlannedStep;
  block: IncludedBlock;
  outcome: Extract<StepOutcome, { state: 'executed' }>;
  recording: Replay;
  /** Gas that the steps before it used in the same block. */
  usedBefore: number;
};

export class SimulationRuns {
  private readonly runs = new KeptRuns<Run>();

  /** Runs the draft on the chain and keeps it. */
  async runOnChain(
    chains: Chains,
    findLayout: (networkId: NetworkId, block: number) => FindLayout,
    draft: SimulationDraft,
    job: Omit<Work, 'rpc' | 'network'>,
  ): Promise<Result<SimulationResult, Failure>> {
    const read = readDraft(draft);
    if (!read.ok) return fail(failure('unsupported', wrongField(read.error, draft)));
    const { networkId } = read.value;
    const [rpc, network] = await Promise.all([chains.rpc(networkId), networkOf(chains, networkId)]);
    const layoutAt = (block: number) => findLayout(networkId, block);
    const ran = await runOnChain({ rpc, network, ...job }, read.value, layoutAt, { recorded: 'all' });
    if (!ran.ok) return ran;
    const { plan, placed, standing, source, run } = ran.value;
    const kept: KeptSimulation = {
      id: newId(),
      networkId,
      createdAt: Date.now(),
      name: draft.name,
      note: draft.note,
      draft: writeDraft(draft),
      ...(placed.length > 0 && { placed: [...placed] }),
      ...summaryOf(stepsOf(plan), run.outcomes),
      standing: { ...standing, rules: keptRules(standing) },
      witness: takeWitness(source.state, source.hashes),
    };
    if (!(await saveSimulation(kept)))
      return fail(
        failure(
          'unsupported',
          'The simulation ran, and this browser could not keep it: its storage is full or refused.',
        ),
      );
    await this.runs.run(digestOf(plan, standing, kept), async () => ok(run));
    return ok(resultOf({ kept, draft, plan, standing, run }));
  }

  /** The run of a kept simulation: the one that is held, or the same again on what it read. Asks nobody. */
  async ran(id: SimulationId, signal: AbortSignal): Promise<Result<Ran, Failure>> {
    const kept = await readSimulation(id);
    return kept === undefined
      ? fail(failure('notFound', 'This simulation is not kept in this browser, or was deleted.'))
      : this.ranOf(kept, signal);
  }

  /** Runs all steps of a simulation that need not be kept in this browser. */
  ranOf(kept: KeptSimulation, signal: AbortSignal): Promise<Result<Ran, Failure>> {
    return this.again(kept, signal, { recorded: 'all' }, '');
  }

  /**
   * A step of a kept simulation. Where there were too many recordings to hold, the steps up to it run again. Fails with
   * `notFound` where there is no such step, or it did not run.
   */
  async recorded(id: SimulationId, at: number, signal: AbortSignal): Promise<Result<RanStep, Failure>> {
    const ran = await this.ran(id, signal);
    if (!ran.ok) return ran;
    const { kept, plan, standing, run } = ran.value;
    const placed = plan.blocks.flatMap(({ steps }, index) => steps.map((step) => ({ step, index })))[at];
    const block = placed && preparedBlocks(plan, standing)[placed.index];
    const outcome = run.outcomes[at];
    if (placed === undefined || block === undefined || outcome?.state !== 'executed')
      return fail(failure('notFound', 'This step of the simulation did not run.'));
    let recording = run.recordingOf(at);
    if (recording === undefined) {
      const again = await this.again(kept, signal, { recorded: at, last: at }, ` ${at}`);
      if (!again.ok) return again;
      recording = again.value.run.recordingOf(at);
    }
    assert(recording, 'a step that ran was recorded');
    const first = plan.blocks.slice(0, placed.index).reduce((sum, { steps }) => sum + steps.length, 0);
    const usedBefore = run.outcomes
      .slice(first, at)
      .reduce((sum, each) => sum + (each.state === 'executed' ? each.gasUsed : 0), 0);
    return ok({ kept, plan, standing, step: placed.step, block, outcome, recording, usedBefore });
  }

  /** What a kept simulation came to, with a hash for each step that ran. */
  async result(id: SimulationId, signal: AbortSignal): Promise<Result<SimulationResult, Failure>> {
    const ran = await this.ran(id, signal);
    return ran.ok ? ok(resultOf(ran.value)) : ran;
  }

  /** `part` tells runs of a part of the steps from those of all. */
  private async again(
    kept: KeptSimulation,
    signal: AbortSignal,
    options: RunOptions,
    part: string,
  ): Promise<Result<Ran, Failure>> {
    const draft = draftOf(JSON.parse(kept.draft));
    const read = draft && readDraft(draft);
    if (draft === undefined || !read?.ok)
      return fail(failure('notFound', 'The request of this simulation is damaged: it cannot be run again.'));
    const standing = await standingOf(kept);
    const plan = withPlaced(read.value, kept.placed ?? []);
    const ran = await this.runs.run(
      digestOf(plan, standing, kept) + part,
      () => runPlan(plan, standing, keptState(kept.witness), { signal }, options),
      () => signal.aborted,
    );
    return ran.ok ? ok({ kept, draft, plan, standing, run: ran.value }) : ran;
  }
}

/** The steps with all that is laid over them, in their blocks by the rules of the chain, on all that they read. */
function digestOf(plan: SimulationPlan, standing: Standing, { witness }: KeptSimulation): Hash {
  return runDigest(prepareRun(plan, standing, new Map()), witness);
}

function stepsOf({ blocks }: SimulationPlan): PlannedStep[] {
  return blocks.flatMap(({ steps }) => steps);
}

function resultOf({ kept, draft, plan, standing, run }: Ran): SimulationResult {
  const id = kept.id as SimulationId;
  const { accounts } = kept.witness;
  return {
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
    ...(standing.rules.basis && { basis: standing.rules.basis }),
    steps: stepsOf(plan).map((step, at) => resultOfStep(step, run.outcomes[at] ?? { state: 'notRun' }, id, at)),
    read: {
      accounts: accounts.length,
      slots: accounts.reduce((sum, { storage }) => sum + storage.length / 64, 0),
    },
  };
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
  const why =
    outcome?.state === 'invalid' ? outcome.reason : outcome?.state === 'executed' ? failureText(outcome) : undefined;
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
