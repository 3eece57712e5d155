/** The transaction of an open trace executed once more with changes, in the worker. */
import { useMachine } from '@xstate/react';
import { useCallback, useEffect, useMemo } from 'react';
import type { Failure } from '../../../core/values/failure';
import { changedExecutionMachine } from '../../../machines/changed-execution.machine';
import type { Progress, TraceHandle } from '../../../workers/ids';
import type { ChangedExecution, TransactionChanges } from '../../../workers/trace/simulate.api';
import { changedExecutionActors } from '../../machine-actors';
import { useWiring } from '../../wiring';
import type { ComparedTrace } from './pairing';

export type ChangedState =
  | { state: 'executing'; progress: Progress | undefined; cancel: () => void }
  | { state: 'done'; execution: ChangedExecution; trace: ComparedTrace }
  | { state: 'failed'; failure: Failure };

/** Executes again when `changes` are others; `again` does it once more. The trace of it is closed when it is no longer shown. */
export function useChangedExecution(
  of: TraceHandle,
  changes: TransactionChanges,
): { changed: ChangedState; again: () => void } {
  const { workers } = useWiring();
  const machine = useMemo(
    () => changedExecutionMachine.provide({ actors: changedExecutionActors(workers) }),
    [workers],
  );
  const [snapshot, send] = useMachine(machine);
  useEffect(() => send({ type: 'changes.chosen', of, changes }), [send, of, changes]);
  const again = useCallback(() => send({ type: 'user.retry' }), [send]);

  const { failure, execution, outcome, known, progress } = snapshot.context;
  // The same object while nothing changes: what is asked of the trace depends on it.
  const trace = useMemo<ComparedTrace | undefined>(
    () => execution && { state: 'open', summary: execution.trace, outcome, known, cancelReplay: () => undefined },
    [execution, outcome, known],
  );
  if (failure) return { changed: { state: 'failed', failure }, again };
  if (execution === undefined || trace === undefined || snapshot.matches({ open: 'reading' }))
    return { changed: { state: 'executing', progress, cancel: () => send({ type: 'user.cancel' }) }, again };
  return { changed: { state: 'done', execution, trace }, again };
}
