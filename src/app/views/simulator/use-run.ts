/** Runs a draft and leads to what came of it. */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Network } from '../../../core/chain/network';
import type { SimulationDraft } from '../../../core/simulation/draft';
import type { SimulationId } from '../../../core/simulation/simulation-hash';
import type { Failure } from '../../../core/values/failure';
import type { JobId, Progress } from '../../../workers/ids';
import { useNetwork } from '../../network-context';
import { stoppedFailure } from '../../stopped-failure';
import { newJobId } from '../../use-question';
import { useWiring } from '../../wiring';

/**
 * Returns `run`, which returns why it did not run, or opens the step that failed, or the last. A run ends with the
 * component that started it, and opens nothing then.
 */
export function useRun(network: Network) {
  const { workers } = useWiring();
  const { segment } = useNetwork();
  const navigate = useNavigate();
  const [progress, setProgress] = useState<Progress>();
  /** The run that the reader waits for. */
  const waitedFor = useRef<JobId>(undefined);
  useEffect(
    () => () => {
      if (waitedFor.current === undefined) return;
      workers.trace.cancel(waitedFor.current).catch(() => {}); // a worker that died has nothing left to cancel
      waitedFor.current = undefined;
    },
    [workers],
  );
  async function run(draft: SimulationDraft): Promise<Failure | undefined> {
    const job = newJobId();
    waitedFor.current = job;
    const isLeft = () => waitedFor.current !== job;
    try {
      const wanted = { ...draft, network: String(network.id) };
      const ran = await workers.trace.runSimulation(job, wanted, setProgress);
      if (isLeft()) return undefined;
      if (!ran.ok) return ran.error;
      const executed = ran.value.steps.filter(({ hash }) => hash !== undefined);
      const hash = executed.at(-1)?.hash;
      if (hash === undefined) await leadToForm(ran.value.id);
      else await navigate({ to: '/{-$network}/tx/$hash/{-$tab}', params: { network: segment, hash, tab: undefined } });
      return undefined;
    } catch (error) {
      return stoppedFailure(error);
    } finally {
      if (!isLeft()) waitedFor.current = undefined;
      setProgress(undefined);
    }
  }
  const leadToForm = (id: SimulationId) =>
    navigate({ to: '/{-$network}/simulator/new', params: { network: segment }, search: { run: id } });
  return { run, progress };
}
