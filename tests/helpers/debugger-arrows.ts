/** The debugger's model over an opened trace of an engine, without a page, and walks with its arrows. */
import { type DebuggerApi, DebuggerModel } from '../../src/app/views/debugger/debugger-model';
import { ok } from '../../src/core/values/result';
import type { Engine } from '../../src/workers/engine';
import type { TraceHandle } from '../../src/workers/ids';
import type { VisibleIndex } from '../../src/workers/trace/rows.api';
import type { StepState } from '../../src/workers/trace/steps.api';
import { newJob } from './demo-engine';

type Move = keyof ReturnType<DebuggerModel['moves']>;

/** A debugger whose address takes over each step at once. */
export function debuggerOver(api: DebuggerApi, handle: TraceHandle) {
  let wanted = 0;
  const model: DebuggerModel = new DebuggerModel(
    api,
    handle,
    { step: 0, byStatements: true },
    {
      onGo: (step) => {
        wanted = step;
        model.follow({ step, byStatements: true });
      },
      onCrash: (error) => {
        throw error;
      },
    },
  );
  /** The step that is shown once the model rests. */
  const settled = async () => {
    while (model.snapshot().state?.step !== wanted || !model.snapshot().source)
      await new Promise((resolve) => setImmediate(resolve));
    return wanted;
  };
  const go = async (step: number) => {
    model.go(step);
    return settled();
  };
  const take = async (move: Move) => {
    model.take(move);
    return settled();
  };
  return { model, go, take, settled };
}

/** Steps at which one looks in one transaction, at most: evenly chosen where there are more. */
const MAX_LOOKS = 200;
/** Lines, rows, numbers and instructions to which one jumps, of each at most so many, and stops at one line. */
const MAX_JUMPS = 25;
const MAX_HITS = 5;

/**
 * Where the arrows of a trace whose sources were asked for do not lead back: from every stop, from the step of every row of the list
 * beside the source and from every line of the stack trace, right and then left is where it was, and left and then
 * right as well. The lines of the stack trace, `failed`, lie on the way from the first step to the last, and so does
 * what the other buttons and breakpoints at lines lead to. Where one jumps to a row, to the number of a step or to an
 * instruction, right and left lead back as well.
 */
export async function arrowsAstray(engine: Engine, handle: TraceHandle, failed: readonly number[]): Promise<string[]> {
  // Arrows need no more of the machine than where it is.
  const stateAt = async (_: TraceHandle, step: number) => ok({ step, go: {} } as unknown as StepState);
  const api = new Proxy(engine.trace as unknown as DebuggerApi, {
    get: (trace, name) => (name === 'stateAt' ? stateAt : Reflect.get(trace, name).bind(trace)),
  });
  const { model, go, take, settled } = debuggerOver(api, handle);
  await model.open(undefined);
  await model.openSources(newJob());
  const path = [await go(0)];
  while (model.moves().next !== undefined && path.length < 5_000) path.push(await take('next'));
  const isMissed = (step: number) => model.byStatements && path.length < 5_000 && !path.includes(step);
  const astray = failed.filter(isMissed).map((step) => `${step} is not on the way`);
  const rows = await api.executionRows(handle, 0, 400);
  const steps = rows.ok ? rows.value.rows.flatMap(({ step }) => step ?? []) : [];
  const all = [...new Set([...path, ...steps])];
  const each = Math.ceil(all.length / MAX_LOOKS);
  const lookAround = async (reach: () => Promise<unknown>) => {
    for (const there of ['next', 'previous'] as const) {
      await reach();
      const from = await settled();
      if (model.moves()[there] === undefined) continue;
      const by = await take(there);
      const back = await take(there === 'next' ? 'previous' : 'next');
      if (back !== from) astray.push(`from ${from} to ${by} and back to ${back}`);
    }
  };
  for (const from of [...failed, ...all.filter((_, index) => index % each === 0)]) await lookAround(() => go(from));
  const { rows: shown } = await engine.trace.rows(handle, 0 as VisibleIndex, 1_000);
  for (const { row } of evenly(shown)) await lookAround(() => model.goToRow(row));
  const { total } = model.snapshot();
  for (const step of evenly(Array.from({ length: total }, (_, step) => step))) await lookAround(() => go(step));
  for (const name of ['LOG', 'SSTORE', 'CALL', 'JUMPDEST'])
    await lookAround(async () => {
      await go(0);
      await model.find(name, true);
    });
  // Each line at which execution stops is on the way, wherever one comes from.
  for (const { digest, line } of evenly(await linesPassed(model, path, go)))
    for (const isForward of [true, false]) {
      await go(isForward ? 0 : total - 1);
      for (let hits = 0; hits < MAX_HITS; hits++) {
        if (!(await model.run({ lines: [{ digest, line }], opcodes: [] }, isForward))) break;
        const to = await settled();
        if (isMissed(to)) astray.push(`the breakpoint at line ${line} stops at ${to}, which is not on the way`);
      }
    }
  // Where the other buttons lead from a stop the arrows come by, too.
  const some = Math.ceil(path.length / MAX_LOOKS);
  for (const from of path.filter((_, index) => index % some === 0))
    for (const move of ['over', 'up', 'out'] as const) {
      await go(from);
      if (model.moves()[move] === undefined) continue;
      const to = await take(move);
      if (isMissed(to)) astray.push(`${move} from ${from} leads to ${to}, which is not on the way`);
    }
  model.close();
  return astray;
}

/** Chooses at most `MAX_JUMPS` of them evenly. */
function evenly<T>(all: readonly T[]): readonly T[] {
  const each = Math.ceil(all.length / MAX_JUMPS);
  return all.filter((_, index) => index % each === 0);
}

/** The lines with statements of the files that the path leads through. */
async function linesPassed(
  model: DebuggerModel,
  path: readonly number[],
  go: (step: number) => Promise<number>,
): Promise<{ digest: string; line: number }[]> {
  const files = new Set<number>();
  for (const step of evenly(path)) {
    await go(step);
    for (const { id } of model.snapshot().source?.files ?? []) files.add(id);
  }
  const found: { digest: string; line: number }[] = [];
  for (const id of files) {
    const open = await model.file(id);
    for (const line of open?.lines ?? []) if (open) found.push({ digest: open.file.digest, line });
  }
  return found;
}
