/** The debugger's model over an opened trace of an engine, without a page, and walks with its arrows. */
import { type DebuggerApi, DebuggerModel } from '../../src/app/views/debugger/debugger-model';
import { ok } from '../../src/core/values/result';
import type { Engine } from '../../src/workers/engine';
import type { TraceHandle } from '../../src/workers/ids';
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

/**
 * Where the arrows of a trace whose sources were asked for do not lead back: from every stop, from the step of every row of the list
 * beside the source and from every line of the stack trace, right and then left is where it was, and left and then
 * right as well. The lines of the stack trace, `failed`, lie on the way from the first step to the last, and so does
 * what the other buttons lead to.
 */
export async function arrowsAstray(engine: Engine, handle: TraceHandle, failed: readonly number[]): Promise<string[]> {
  // Arrows need no more of the machine than where it is.
  const stateAt = async (_: TraceHandle, step: number) => ok({ step, go: {} } as unknown as StepState);
  const api = new Proxy(engine.trace as unknown as DebuggerApi, {
    get: (trace, name) => (name === 'stateAt' ? stateAt : Reflect.get(trace, name).bind(trace)),
  });
  const { model, go, take } = debuggerOver(api, handle);
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
  for (const from of [...failed, ...all.filter((_, index) => index % each === 0)])
    for (const there of ['next', 'previous'] as const) {
      await go(from);
      if (model.moves()[there] === undefined) continue;
      const by = await take(there);
      const back = await take(there === 'next' ? 'previous' : 'next');
      if (back !== from) astray.push(`from ${from} to ${by} and back to ${back}`);
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
