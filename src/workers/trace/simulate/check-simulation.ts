/** What is asked of a kept simulation beyond its result: the least gas, and what the node says of the same steps. */

import { findLeastGas, type LeastGas } from '../../../core/simulation/least-gas';
import {
  callPayload,
  differencesFrom,
  type NodeCall,
  type NodeComparison,
  simulateV1Payload,
} from '../../../core/simulation/node-comparison';
import type { SimulationPlan } from '../../../core/simulation/plan';
import { preparedBlocks } from '../../../core/simulation/prepare';
import type { StepOutcome } from '../../../core/simulation/run';
import type { SimulationId } from '../../../core/simulation/simulation-hash';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { askCall, askSimulateV1 } from '../../../net/simulate-node';
import type { Chains } from '../../chain/chains';
import { watchedState } from '../replay/earlier-state';
import { runPlan } from './run-in-slices';
import type { SimulationRuns } from './simulation-runs';
import { slotsReadEmpty } from './vary-simulation';

type Executed = Extract<StepOutcome, { state: 'executed' }>;

/** Finds the least gas limit that a step succeeds with, the steps before it as they were. */
export async function leastGas(
  runs: SimulationRuns,
  id: SimulationId,
  at: number,
  signal: AbortSignal,
): Promise<Result<LeastGas, Failure>> {
  const ran = await runs.ran(id, signal);
  if (!ran.ok) return ran;
  const { kept, plan, standing, run } = ran.value;
  const outcome = run.outcomes[at];
  if (outcome?.state !== 'executed') return fail(failure('unsupported', 'This step did not run.'));
  // The run had the same overrides, so slots that these hide count as zero here, too.
  const earlier = { witness: kept.witness, empty: slotsReadEmpty(run.state, kept.witness, new Set()) };
  let isBeyond = false;
  const onBeyond = () => {
    isBeyond = true;
  };
  let failed: Failure | undefined;
  const least = await findLeastGas(outcome.gasUsed + outcome.refunded, outcome.gasLimit, async (gas) => {
    if (failed !== undefined) return true;
    const source = watchedState(earlier, onBeyond);
    const again = await runPlan(withGas(plan, at, gas), standing, source, { signal }, { last: at });
    if (!again.ok) failed = again.error;
    const came = again.ok ? again.value.outcomes[at] : undefined;
    return came?.state === 'executed' && came.success;
  });
  if (failed !== undefined) return fail(failed);
  return ok(isBeyond ? { state: 'unknown', runs: least.runs } : least);
}

function withGas(plan: SimulationPlan, wanted: number, gas: number): SimulationPlan {
  let number = 0;
  return {
    ...plan,
    blocks: plan.blocks.map((block) => ({
      ...block,
      steps: block.steps.map((step) => (number++ === wanted ? { ...step, gas } : step)),
    })),
  };
}

/** Fails with `unsupported` where the node has no method for it, and as the transport does. */
export async function confirmByNode(
  chains: Chains,
  runs: SimulationRuns,
  id: SimulationId,
  signal: AbortSignal,
): Promise<Result<NodeComparison, Failure>> {
  const asked = await runs.ran(id, signal);
  if (!asked.ok) return asked;
  const { plan, standing, run } = asked.value;
  if (plan.position.place !== 'end')
    return fail(
      failure('unsupported', 'A node simulates at the end of a block only, and these steps stand inside of one.'),
    );
  const steps = plan.blocks.flatMap((block) => block.steps);
  const ran = run.outcomes.flatMap((outcome, at) =>
    outcome.state === 'executed' ? [{ outcome, name: steps.length === 1 ? 'The step' : `Step ${at + 1}` }] : [],
  );
  if (ran.length === 0) return fail(failure('unsupported', 'No step ran, so there is nothing to compare.'));
  const rpc = await chains.rpc(plan.networkId);
  const blocks = preparedBlocks(plan, standing);
  const base = standing.block.number;
  const left = [
    ...(plan.blocks.some((block) => block.steps.length > 1 && block.steps.some(hasOwn))
      ? ['Overrides of single steps were sent for their whole block: the node supports none for a single step.']
      : []),
    ...(steps.some(({ signs }) => signs !== undefined)
      ? ['The signatures were made up here, and the node rejects them: steps that use one fail there.']
      : []),
  ];
  const answer = await askSimulateV1(rpc, simulateV1Payload(plan, blocks, run.outcomes, base), { signal });
  if (answer.ok) return ok(compared('eth_simulateV1', ran, answer.value, left));
  const [only] = ran;
  const [block] = blocks;
  if (answer.error.code !== 'unsupported' || steps.length > 1 || only === undefined || block === undefined)
    return answer;
  const call = await askCall(rpc, callPayload(plan, block, only.outcome, base), { signal });
  return call.ok ? ok(compared('eth_call', ran, [call.value], left)) : call;
}

function hasOwn({ accounts }: { accounts: object }): boolean {
  return Object.keys(accounts).length > 0;
}

function compared(
  method: NodeComparison['method'],
  ran: readonly { outcome: Executed; name: string }[],
  calls: readonly NodeCall[],
  left: readonly string[],
): NodeComparison {
  const isWhole = method === 'eth_simulateV1';
  return {
    method,
    steps: Math.min(ran.length, calls.length),
    compared: isWhole ? ['status', 'gas used', 'output', 'events'] : ['status', 'output'],
    differences: [
      ...(calls.length === ran.length ? [] : [`The node answered ${calls.length} calls for ${ran.length} steps.`]),
      ...ran.flatMap(({ outcome, name }, at) => {
        const call = calls[at];
        return call === undefined ? [] : differencesFrom(name, outcome, call);
      }),
    ],
    left,
  };
}
