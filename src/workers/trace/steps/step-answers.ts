/** The methods of the contract that need a replay: each waits for it and hands on why there is none. */
import { type Failure, failure } from '../../../core/failure';
import { fail, ok, type Result } from '../../../core/result';
import type { Replayed } from '../replay/replayed';
import type { StepsApi } from '../steps.api';
import type { TraceHandle } from '../trace.api';

/** Loaded with the first question about steps. */
async function loadViews() {
  const { codeAt, findStep, stepProfile, stepState, stepWindow } = await import('./step-view');
  return { codeAt, findStep, stepProfile, stepState, stepWindow };
}
type Views = Awaited<ReturnType<typeof loadViews>>;

type Replays = (handle: TraceHandle) => Promise<Result<Replayed, Failure>>;

export function stepAnswers(replays: Replays): StepsApi<TraceHandle> {
  /** What `work` makes of the replay and of the module that looks at steps. */
  async function answer<T>(
    handle: TraceHandle,
    work: (replayed: Replayed, views: Views) => T,
  ): Promise<Result<T, Failure>> {
    const [replayed, views] = await Promise.all([replays(handle), loadViews()]);
    return replayed.ok ? ok(work(replayed.value, views)) : replayed;
  }

  return {
    stateDiff: (handle) => answer(handle, (replayed) => replayed.stateDiff()),
    async accessLists(handle) {
      const replayed = await replays(handle);
      return replayed.ok ? replayed.value.accessLists() : replayed;
    },
    steps: (handle, from, count) =>
      answer(handle, ({ replay, trace }, { stepWindow }) => stepWindow(replay, trace, from, count)),
    stateAt: async (handle, step) =>
      there(await answer(handle, ({ replay, trace }, { stepState }) => stepState(replay, trace, step))),
    codeAt: async (handle, step) => there(await answer(handle, ({ replay }, { codeAt }) => codeAt(replay, step))),
    stepOfRow: (handle, row) => answer(handle, ({ replay }) => replay.stepOf(row)),
    findStep: (handle, name, from, forward) =>
      answer(handle, ({ replay }, { findStep }) => findStep(replay, name, from, forward)),
    stepProfile: (handle, slices) =>
      answer(handle, ({ replay, trace }, { stepProfile }) => stepProfile(replay, trace, slices)),
  };
}

function there<T>(found: Result<T | undefined, Failure>): Result<T, Failure> {
  if (!found.ok) return found;
  if (found.value === undefined)
    return fail(failure('notFound', 'This transaction ran no instructions: there is nothing to step through.'));
  return ok(found.value);
}
