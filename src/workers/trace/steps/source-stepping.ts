/** What stepping through the source of a trace goes by, made once for each source trace. */
import type { Failure } from '../../../core/values/failure';
import { ok, type Result } from '../../../core/values/result';
import { createSlices } from '../../scheduling/slices';
import type { Replayed } from '../replay/replayed';
import type { Showing } from '../rows/row-view';
import type { SourceTrace } from '../source/source-trace';
import type { Breakpoints, ExecutionWindow, LineValue, StepFile, StepSource } from '../steps-in-source.api';
import { breakSteps } from './breakpoint-steps';
import { ExecutionList } from './execution-list';
import { withLineNames, withRowNames } from './step-names';
import { StepsInSource } from './steps-in-source';

export type Stepping = { steps: StepsInSource; list: ExecutionList };
/** With what its values are shown with. */
export type NamedStepping = Stepping & { showing: Showing };

const made = new WeakMap<SourceTrace, Promise<Stepping>>();

export function steppingOf(trace: SourceTrace): Promise<Stepping> {
  const making = made.get(trace) ?? make(trace);
  made.set(trace, making);
  return making;
}

async function make(trace: SourceTrace): Promise<Stepping> {
  const steps = await StepsInSource.create(trace, createSlices(new AbortController().signal));
  return { steps, list: new ExecutionList(steps) };
}

export function sourceAt({ steps, list }: Stepping, step: number): Result<StepSource, Failure> {
  const at = steps.at(step);
  return ok({ ...at, row: list.positionOf(steps.callAt(at.step)) });
}

export function stepFile(
  { steps }: Stepping,
  id: number,
): Result<{ file: StepFile; text: string; lines: readonly number[] } | undefined, Failure> {
  return ok(steps.file(id));
}

export function executionRows(
  { list, showing }: NamedStepping,
  start: number,
  count: number,
): Result<ExecutionWindow, Failure> {
  const window = list.window(start, count);
  return ok({ ...window, rows: window.rows.map((row) => withRowNames(showing, row)) });
}

export async function valuesOfLine(
  { steps, showing }: NamedStepping,
  step: number,
): Promise<Result<readonly LineValue[], Failure>> {
  const { lineValues } = await import('./line-values');
  return ok(withLineNames({ source: steps.source, showing }, step, lineValues(steps, step)));
}

const marked = new WeakMap<Replayed, { key: string; marks: Uint8Array }>();

/** Returns the steps at which `breakpoints` stop, a byte each; those of the last question are kept. Lines count where there are sources. */
export async function breakMarks(
  replayed: Replayed,
  source: SourceTrace | undefined,
  breakpoints: Breakpoints,
): Promise<Uint8Array> {
  const key = JSON.stringify([breakpoints, source !== undefined]);
  const known = marked.get(replayed);
  if (known?.key === key) return known.marks;
  const stepping = source && (await steppingOf(source));
  const marks = breakSteps(replayed.replay, stepping?.steps, breakpoints);
  marked.set(replayed, { key, marks });
  return marks;
}
