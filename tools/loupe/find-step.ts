/** The step of a transaction that somebody asks for: by its number, a line of source, a row of the tree, or the error. */
import type { Address } from '../../src/core/chain/primitives';
import { harmlessText } from '../../src/core/text/harmless';
import { fail, ok, type Result } from '../../src/core/values/result';
import type { Engine } from '../../src/workers/engine';
import type { TraceHandle } from '../../src/workers/ids';
import type { StepFile } from '../../src/workers/trace/steps-in-source.api';
import type { OpenMined } from './open-mined';

export type WantedStep = { at: number } | { line: FileLine } | { row: string } | 'error';
export type FileLine = { file: string; line: number };

/** Parses `Router.sol:40`; undefined where the text is no such place. */
export function parseFileLine(text: string): FileLine | undefined {
  const [, file, number] = /^(.+):(\d+)$/.exec(text) ?? [];
  return file === undefined || number === undefined ? undefined : { file, line: Number(number) };
}

/** Finds the step, or says in a sentence why there is none. */
export async function findStep(
  { trace }: Pick<Engine, 'trace'>,
  handle: TraceHandle,
  opened: OpenMined,
  wanted: WantedStep,
): Promise<Result<number, string>> {
  if (wanted === 'error') return stepOfError(trace, handle, opened);
  if ('at' in wanted) return ok(wanted.at);
  if ('line' in wanted) return stepOfLine(trace, handle, wanted.line);
  const row = await trace.rowOf(handle, wanted.row);
  if (row === undefined) return fail(`There is no row ${harmlessText(wanted.row, 60)} in the tree.`);
  const step = await trace.stepOfRow(handle, row);
  if (!step.ok) return fail(step.error.message);
  return step.value === undefined ? fail('No instruction was executed for this row.') : ok(step.value);
}

async function stepOfError(
  trace: Engine['trace'],
  handle: TraceHandle,
  { trace: opened }: OpenMined,
): Promise<Result<number, string>> {
  if ('failure' in opened) return fail(opened.failure.message);
  if (opened.summary.failingRow === undefined) return fail('The transaction did not fail.');
  const { source } = opened;
  const inSource = typeof source === 'string' ? undefined : source.stack.findLast(({ step }) => step >= 0);
  if (inSource) return ok(inSource.step);
  const ofRow = await trace.stepOfRow(handle, opened.summary.failingRow);
  const step = ofRow.ok ? ofRow.value : undefined;
  return step === undefined ? fail('No instruction was executed where it failed.') : ok(step);
}

async function stepOfLine(
  trace: Engine['trace'],
  handle: TraceHandle,
  { file: name, line }: FileLine,
): Promise<Result<number, string>> {
  const files = (await filesThatRan(trace, handle)).filter(({ path }) => path === name || path.endsWith(`/${name}`));
  const [first] = files;
  if (first === undefined) return fail(`No source that ran ends with ${harmlessText(name, 200)}.`);
  const lines = files.map(({ digest }) => ({ digest, line }));
  const stop = await trace.findBreak(handle, { lines, opcodes: [] }, -1, true);
  if (!stop.ok) return fail(stop.error.message);
  if (stop.value !== undefined) return ok(stop.value);
  const file = await trace.stepFile(handle, first.id);
  const near = file.ok ? file.value?.lines.find((each) => each >= line) : undefined;
  const next = near === undefined ? '' : `; the next statement is on line ${near}`;
  return fail(`Execution does not come to line ${line} of ${harmlessText(first.path, 200)}${next}.`);
}

/** Rows of one answer (steps-in-source.api.ts). */
const WINDOW = 400;

/** The files of every contract whose code ran: the engine knows those of a contract once it is asked for one of its steps. */
async function filesThatRan(trace: Engine['trace'], handle: TraceHandle): Promise<StepFile[]> {
  const asked = new Set<Address>();
  const files = new Map<number, StepFile>();
  for (let start = 0; ; start += WINDOW) {
    const window = await trace.executionRows(handle, start, WINDOW);
    if (!window.ok || window.value.rows.length === 0) return [...files.values()];
    for (const { address, step: inside } of window.value.rows) {
      if (address === undefined || inside === undefined || asked.has(address)) continue;
      asked.add(address);
      const source = await trace.sourceAt(handle, inside);
      for (const file of source.ok ? source.value.files : []) files.set(file.id, file);
    }
  }
}
