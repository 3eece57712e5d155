/** On the state tab of a step of a simulation: what was laid over the chain for it. */
import type { Network } from '../../../core/chain/network';
import type { Hash } from '../../../core/chain/primitives';
import type { AccountOverrides } from '../../../core/simulation/overlay';
import { withPlaced } from '../../../core/simulation/plan';
import { readDraft } from '../../../core/simulation/read-draft';
import { readSimulationHash, type SimulationId } from '../../../core/simulation/simulation-hash';
import type { SimulationResult } from '../../../workers/trace/simulations.api';
import { useQuestion } from '../../use-question';
import { StateOverrides } from './StateOverrides';

export function SimulatedOverrides({ hash, network }: { hash: Hash; network: Network }) {
  const { id = '' as SimulationId, step = 0 } = readSimulationHash(hash) ?? {};
  const asked = useQuestion('trace', `simulation ${id}`, (trace, job) => trace.simulationResult(job, id));
  if (asked.state !== 'here') return null;
  return (
    <StateOverrides
      accounts={overridesUpTo(asked.value, step)}
      network={network}
      names={asked.value.placed}
      otherwise="It ran on the unchanged state of the chain, after the steps before it."
    />
  );
}

/** Overrides of its block and of the steps up to it, the later ones over the earlier. */
function overridesUpTo({ draft, placed }: SimulationResult, step: number): AccountOverrides {
  const read = readDraft(draft);
  if (!read.ok) return {};
  const merged: Record<string, AccountOverrides[keyof AccountOverrides]> = {};
  const lay = (accounts: AccountOverrides) => {
    for (const [address, { stateDiff, ...override }] of Object.entries(accounts)) {
      const before = merged[address] ?? {};
      merged[address] = {
        ...before,
        ...override,
        ...(stateDiff && { stateDiff: { ...before.stateDiff, ...stateDiff } }),
      };
    }
  };
  let number = 0;
  for (const { accounts, steps } of withPlaced(read.value, placed).blocks) {
    if (number > step) break;
    lay(accounts);
    for (const each of steps) {
      if (number > step) break;
      lay(each.accounts);
      number++;
    }
  }
  return merged as AccountOverrides;
}
