/** Runs a draft and leads to what came of it. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Network } from '../../../core/chain/network';
import type { Failure } from '../../../core/failure';
import type { SimulationDraft } from '../../../core/simulation/draft';
import type { SimulationId } from '../../../core/simulation/simulation-hash';
import type { Progress } from '../../../workers/ids';
import { useNetwork } from '../../network-context';
import { stoppedFailure } from '../../stopped-failure';
import { newJobId } from '../../use-question';
import { useWiring } from '../../wiring';

/** `run` answers why it did not, or leads to the step that failed, or the last. */
export function useRun(network: Network) {
  const { workers } = useWiring();
  const { segment } = useNetwork();
  const navigate = useNavigate();
  const [progress, setProgress] = useState<Progress>();
  async function run(draft: SimulationDraft): Promise<Failure | undefined> {
    try {
      const wanted = { ...draft, network: String(network.id) };
      const ran = await workers.trace.runSimulation(newJobId(), wanted, setProgress);
      if (!ran.ok) return ran.error;
      const result = await workers.trace.simulationResult(newJobId(), ran.value);
      if (!result.ok) return result.error;
      const executed = result.value.steps.filter(({ hash }) => hash !== undefined);
      const hash = executed.at(-1)?.hash;
      if (hash === undefined) await leadToForm(ran.value);
      else await navigate({ to: '/{-$network}/tx/$hash/{-$tab}', params: { network: segment, hash, tab: undefined } });
      return undefined;
    } catch (error) {
      return stoppedFailure(error);
    } finally {
      setProgress(undefined);
    }
  }
  const leadToForm = (id: SimulationId) =>
    navigate({ to: '/{-$network}/simulator/new', params: { network: segment }, search: { run: id } });
  return { run, progress };
}
