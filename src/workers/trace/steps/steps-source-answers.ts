/** The methods of the contract that step through the source. */
import type { Failure } from '../../../core/failure';
import { ok, type Result } from '../../../core/result';
import { createPace } from '../../slices';
import type { Replayed } from '../replay/replayed';
import type { SourceDecoding } from '../source/source-decoding';
import type { SourceTrace } from '../source/source-trace';
import type { Breakpoints, StepsSourceApi } from '../steps-source.api';
import type { TraceHandle } from '../trace.api';
import type { TraceSession } from '../trace-session';
import type { ExecutionList } from './steps-execution';
import type { StepSources } from './steps-source';

type Made = { steps: StepSources; list: ExecutionList };

export function stepSourceAnswers(
  session: (handle: TraceHandle) => Promise<TraceSession>,
  decoding: Pick<SourceDecoding, 'decoded'>,
): StepsSourceApi<TraceHandle> {
  const made = new WeakMap<SourceTrace, Promise<Made>>();
  const marked = new WeakMap<Replayed, { key: string; marks: Uint8Array }>();

  function sources(trace: SourceTrace): Promise<Made> {
    let making = made.get(trace);
    if (making === undefined) {
      making = make(trace);
      made.set(trace, making);
    }
    return making;
  }

  async function answer<T>(handle: TraceHandle, work: (made: Made) => T | Promise<T>): Promise<Result<T, Failure>> {
    const trace = await decoding.decoded(await session(handle));
    if (!trace.ok) return trace;
    return ok(await work(await sources(trace.value)));
  }

  /** The stops of a set of breakpoints; those of the last one are kept. */
  async function marks(handle: TraceHandle, breakpoints: Breakpoints): Promise<Result<Uint8Array, Failure>> {
    const open = await session(handle);
    const [replayed, trace] = await Promise.all([open.replayed(), decoding.decoded(open)]);
    if (!replayed.ok) return replayed;
    const key = JSON.stringify([breakpoints, trace.ok]);
    const known = marked.get(replayed.value);
    if (known?.key === key) return ok(known.marks);
    const [{ breakSteps }, source] = await Promise.all([
      import('./steps-breaks'),
      trace.ok ? sources(trace.value) : undefined,
    ]);
    const found = breakSteps(replayed.value.replay, source?.steps, breakpoints);
    marked.set(replayed.value, { key, marks: found });
    return ok(found);
  }

  return {
    sourceAt: (handle, step) =>
      answer(handle, ({ steps, list }) => {
        const at = steps.at(step);
        return { ...at, row: list.positionOf(steps.callAt(at.step)) };
      }),
    stepFile: (handle, id) => answer(handle, ({ steps }) => steps.file(id)),
    lineValues: (handle, step) =>
      answer(handle, async ({ steps }) => {
        const { lineValues } = await import('./steps-values');
        return lineValues(steps, step);
      }),
    executionRows: (handle, start, count) => answer(handle, ({ list }) => list.window(start, count)),
    async findBreak(handle, breakpoints, from, forward) {
      const [found, { nearestBreak }] = await Promise.all([marks(handle, breakpoints), import('./steps-breaks')]);
      return found.ok ? ok(nearestBreak(found.value, from, forward)) : found;
    },
    async breakMarks(handle, breakpoints, slices) {
      const [found, { markedSlices }] = await Promise.all([marks(handle, breakpoints), import('./steps-breaks')]);
      return found.ok ? ok(markedSlices(found.value, slices)) : found;
    },
  };
}

async function make(trace: SourceTrace): Promise<Made> {
  const [{ StepSources }, { ExecutionList }] = await Promise.all([
    import('./steps-source'),
    import('./steps-execution'),
  ]);
  const steps = await StepSources.create(trace, createPace(new AbortController().signal));
  return { steps, list: new ExecutionList(steps) };
}
