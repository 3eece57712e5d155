/** The transaction of an open trace executed once more with changes, in the worker. */
import { useCallback, useEffect, useState } from 'react';
import type { Failure } from '../../../core/failure';
import type { Progress, TraceHandle } from '../../../workers/ids';
import type { ChangedExecution, TransactionChanges } from '../../../workers/trace/simulate.api';
import { newJobId } from '../../use-question';
import { useWiring } from '../../wiring';
import type { Open } from '../transaction/use-trace-answer';
import { stopped } from '../transaction/use-transaction';

export type ChangedState =
  | { state: 'executing'; progress: Progress | undefined; cancel: () => void }
  | { state: 'done'; execution: ChangedExecution; trace: Open }
  | { state: 'failed'; failure: Failure };

/** Executes again when `changes` are others; `again` does it once more. The trace of it is closed when it is no longer shown. */
export function useChangedExecution(
  of: TraceHandle,
  changes: TransactionChanges,
): { changed: ChangedState; again: () => void } {
  const { workers } = useWiring();
  const { trace: api, subscribe } = workers;
  const [round, setRound] = useState(0);
  const [changed, setChanged] = useState<ChangedState>({
    state: 'executing',
    progress: undefined,
    cancel: () => undefined,
  });
  const again = useCallback(() => setRound((before) => before + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a round executes it once more
  useEffect(() => {
    let current = true;
    let opened: ChangedExecution | undefined;
    let known = 0;
    const job = newJobId();
    const cancel = () => void api.cancel(job).catch(() => undefined);
    const show = async (execution: ChangedExecution) => {
      const { trace: summary } = execution;
      const outcome = await api.outcome(summary.handle);
      if (!current) return;
      const trace: Open = { state: 'open', summary, outcome, known, cancelReplay: () => undefined };
      setChanged({ state: 'done', execution, trace });
    };
    const crashed = (error: unknown) => current && setChanged({ state: 'failed', failure: stopped(error) });
    const execute = async () => {
      setChanged({ state: 'executing', progress: undefined, cancel });
      const answer = await api.simulateChanged(job, of, changes, (progress) => {
        if (current && !opened) setChanged({ state: 'executing', progress, cancel });
      });
      if (!answer.ok) {
        if (current) setChanged({ state: 'failed', failure: answer.error });
        return;
      }
      opened = answer.value;
      if (current) await show(opened);
      else await api.closeTrace(opened.trace.handle);
    };
    const stop = subscribe((event) => {
      if (!opened || !('handle' in event) || event.handle !== opened.trace.handle) return;
      if (event.type === 'closed') crashed(new Error('The trace was closed for newer ones.'));
      else if (event.type === 'view') {
        known += 1;
        show(opened).catch(crashed);
      }
    });
    execute().catch(crashed);
    return () => {
      current = false;
      stop();
      if (opened) api.closeTrace(opened.trace.handle).catch(() => undefined);
      else cancel();
    };
  }, [api, subscribe, of, changes, round]);
  return { changed, again };
}
