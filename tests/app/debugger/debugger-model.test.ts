/** The debugger's state, against a worker whose answers the test holds or fails. */
import { afterEach, describe, expect, test } from 'vitest';
import { type DebuggerApi, DebuggerModel, type Moves } from '../../../src/app/views/debugger/debugger-model';
import type { StepIndex } from '../../../src/core/evm/recording/steps';
import { failure } from '../../../src/core/values/failure';
import { fail, ok } from '../../../src/core/values/result';
import type { JobId, TraceHandle } from '../../../src/workers/ids';
import type { StepState } from '../../../src/workers/trace/steps.api';
import type { StepSource } from '../../../src/workers/trace/steps-in-source.api';

const TOTAL = 20;
/** Steps at which execution comes to a statement. */
const STOPS = [2, 5, 9, 14];
const LOST = failure('badAnswer', 'The state of this step is not there.');

const models: DebuggerModel[] = [];
afterEach(() => {
  for (const model of models.splice(0)) model.close();
});

/** A turn of the event loop, in which all answers that are there are read. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

function stateOf(step: number): StepState {
  const go: Moves = { ...(step > 0 && { up: 0 }) };
  return { step: step as StepIndex, go } as unknown as StepState;
}

function sourceOf(step: number, source: Known): StepSource {
  const stops = source === 'none' ? [] : STOPS;
  const next = stops.find((stop) => stop > step);
  const previous = stops.findLast((stop) => stop < step);
  const moves = { ...(next !== undefined && { next }), ...(previous !== undefined && { previous }) };
  const files = source === 'all' ? [{}] : [];
  const isStop = stops.includes(step);
  return { step: step as StepIndex, files, moves, isStop, stopCount: stops.length } as unknown as StepSource;
}

/** Of which frames the source is known: of all, of others than the one that runs, or of none. */
type Known = 'all' | 'others' | 'none';

type Options = {
  /** Answers to `stateAt` wait until they are given one by one. */
  hold?: boolean;
  errorStep?: number;
  /** What the address says at first. */
  step?: number;
  known?: Known;
  /** The execution runs until `end` is called; it fails then where that says so. */
  running?: boolean;
};

/** A debugger over 20 steps, with an address that takes over each step at once. */
function start({ hold = false, errorStep, step, known = 'all', running = false }: Options = {}) {
  let end = (_failed?: boolean) => {};
  const asked: number[] = [];
  const waiting: { step: number; answer: (failed?: boolean) => Promise<void> }[] = [];
  const crashes: unknown[] = [];
  const cancelled: JobId[] = [];
  const api = {
    steps: () => {
      const counted = ok({ total: TOTAL, start: 0, steps: [] });
      if (!running) return Promise.resolve(counted);
      return new Promise((resolve) => (end = (failed) => resolve(failed ? fail(LOST) : counted)));
    },
    reachedStep: async (_: TraceHandle, step: number) =>
      running ? { total: TOTAL + 1, state: stateOf(step) } : undefined,
    stateAt: (_: TraceHandle, step: number) => {
      asked.push(step);
      if (!hold) return Promise.resolve(ok(stateOf(step)));
      return new Promise((resolve) => {
        waiting.push({
          step,
          answer: (failed) => {
            resolve(failed ? fail(LOST) : ok(stateOf(step)));
            return turn() as Promise<void>;
          },
        });
      });
    },
    sourceTrace: async () => ok({ stack: errorStep === undefined ? [] : [{ step: errorStep }] }),
    sourceAt: async (_: TraceHandle, step: number) => ok(sourceOf(step, known)),
    stepOfRow: async (_: TraceHandle, row: number) => ok(row === 3 ? 7 : undefined),
    findStep: async () => ok(undefined),
    cancel: async (job: JobId) => void cancelled.push(job),
  } as unknown as DebuggerApi;
  const address = { step, byStatements: true };
  const model: DebuggerModel = new DebuggerModel(api, 1 as TraceHandle, address, {
    onGo: (to) => model.follow({ ...address, step: to }),
    onCrash: (error) => crashes.push(error),
  });
  models.push(model);
  const shown = () => model.snapshot().state?.step;
  const ends = async (failed?: boolean) => {
    end(failed);
    await turn();
  };
  return { model, asked, waiting, crashes, cancelled, shown, ends };
}

async function opened(options: Options = {}) {
  const started = start(options);
  await started.model.open(undefined);
  await turn();
  return started;
}

/** Opened with its sources known, so that it moves by statements. */
async function openedInSource(step: number, known?: Known) {
  const started = await opened({ step, ...(known === undefined ? {} : { known }) });
  await started.model.openSources('sources' as JobId);
  await turn();
  return started;
}

test('arrows come back to a step between two statements that the reader went to', async () => {
  const { model, shown } = await openedInSource(7);
  for (const [move, step] of [
    ['previous', 5],
    ['next', 7],
    ['next', 9],
    ['previous', 7],
    ['previous', 5],
    ['previous', 2],
    ['next', 5],
    ['next', 7],
  ] as const) {
    model.take(move);
    await turn();
    expect(shown()).toBe(step);
  }
});

describe('going to steps', () => {
  test('opens at the first step, at a step, or where a row begins', async () => {
    expect((await opened()).shown()).toBe(0);
    expect((await opened({ step: 11 })).shown()).toBe(11);
    const { model, shown } = start();
    await model.open(3 as never);
    await turn();
    expect(shown()).toBe(7);
  });

  test('a step beyond either end is the end', async () => {
    const { model, shown } = await opened();
    model.go(1_000);
    await turn();
    expect(shown()).toBe(TOTAL - 1);
    model.go(-5);
    await turn();
    expect(shown()).toBe(0);
  });

  test('one question is on its way at a time, and of the wishes meanwhile the last counts', async () => {
    const { model, asked, waiting, shown } = await opened({ hold: true, step: 4 });
    for (const step of [5, 6, 7]) model.go(step);
    expect(asked).toEqual([4]);
    await waiting[0]?.answer();
    expect(asked).toEqual([4, 7]);
    await waiting[1]?.answer();
    expect(shown()).toBe(7);
  });

  test('moves add up while a step is on its way', async () => {
    const { model, waiting, shown } = await opened({ hold: true, step: 4 });
    for (let times = 0; times < 3; times++) model.take('next');
    await waiting[0]?.answer();
    await waiting[1]?.answer();
    expect(shown()).toBe(7);
  });

  test('the machine shown before is kept beside the one shown', async () => {
    const { model } = await opened({ step: 4 });
    model.go(9);
    await turn();
    expect(model.snapshot()).toMatchObject({ state: { step: 9 }, before: { step: 4 } });
  });
});

describe('while a kept transaction is executed again', () => {
  test('steps are shown as soon as they are reached and marked, and the end confirms the last of them', async () => {
    const { model, asked, shown, ends } = start({ running: true });
    const opening = model.open(undefined);
    await turn();
    expect(model.snapshot()).toMatchObject({ state: { step: 0 }, total: TOTAL + 1, isUnchecked: true });
    model.take('next');
    await turn();
    expect(shown()).toBe(1);
    expect(asked).toEqual([]);
    await ends();
    await opening;
    expect(asked).toEqual([1]);
    expect(model.snapshot()).toMatchObject({ state: { step: 1 }, total: TOTAL, isUnchecked: false });
  });

  test('what came out otherwise than the receipt says is not shown any longer', async () => {
    const { model, ends } = start({ running: true });
    const opening = model.open(undefined);
    await turn();
    await ends(true);
    await opening;
    expect(model.snapshot()).toMatchObject({ state: undefined, total: 0, failure: LOST, isUnchecked: false });
  });
});

describe('an answer that fails', () => {
  test('is shown, and the next step that is asked for takes its place', async () => {
    const { model, waiting, shown } = await opened({ hold: true, step: 4 });
    await waiting[0]?.answer(true);
    expect(model.snapshot().failure).toEqual(LOST);
    model.go(8);
    await waiting[1]?.answer();
    expect(model.snapshot().failure).toBeUndefined();
    expect(shown()).toBe(8);
  });

  test('does not drop a newer wish that waits', async () => {
    const { model, asked, waiting, shown } = await opened({ hold: true, step: 4 });
    model.go(8);
    await waiting[0]?.answer(true);
    expect(asked).toEqual([4, 8]);
    await waiting[1]?.answer();
    expect(shown()).toBe(8);
    expect(model.snapshot().failure).toBeUndefined();
  });

  test('is no crash, and a worker that stops is one', async () => {
    const { model, crashes, waiting } = await opened({ hold: true, step: 4 });
    await waiting[0]?.answer(true);
    expect(crashes).toEqual([]);
    (model.api as { stateAt: unknown }).stateAt = () => Promise.reject(new Error('the worker stopped'));
    model.go(5);
    await turn();
    expect(crashes).toEqual([new Error('the worker stopped')]);
  });
});

describe('by statements', () => {
  test('next and previous are inverse to each other, from the first step to the last', async () => {
    const { model, shown } = await openedInSource(0);
    const there = [shown()];
    for (let moves = 0; moves <= STOPS.length; moves++) {
      model.take('next');
      await turn();
      there.push(shown());
    }
    expect(there).toEqual([0, ...STOPS, TOTAL - 1]);
    const back = [shown()];
    for (let moves = 0; moves <= STOPS.length; moves++) {
      model.take('previous');
      await turn();
      back.push(shown());
    }
    expect(back).toEqual(there.toReversed());
  });

  test('from a frame without source they lead to the statements around it, and the other buttons past calls', async () => {
    const { model } = await openedInSource(7, 'others');
    expect(model.inSource).toBe(false);
    expect(model.moves()).toEqual({ next: 9, previous: 5, up: 0 });
  });

  test('where execution comes to no statement they are one step', async () => {
    const { model, shown } = await openedInSource(7, 'none');
    model.take('next');
    await turn();
    expect(shown()).toBe(8);
    expect(model.moves()).toMatchObject({ next: 9, previous: 7 });
  });

  test('a reader who went nowhere is taken to the error, another stays', async () => {
    const { model, shown } = await opened({ errorStep: 13 });
    await model.openSources('sources' as JobId);
    await turn();
    expect(shown()).toBe(13);
    const placed = await opened({ errorStep: 13, step: 6 });
    await placed.model.openSources('sources' as JobId);
    await turn();
    expect(placed.shown()).toBe(6);
  });

  test('over a statement that calls nothing is to the next one', async () => {
    const { model, shown } = await openedInSource(5);
    model.take('over');
    await turn();
    expect(shown()).toBe(9);
  });
});

test('by instructions next and previous are one step', async () => {
  const { model, shown } = await opened({ step: 6 });
  model.take('next');
  await turn();
  expect(shown()).toBe(7);
  model.take('previous');
  await turn();
  expect(shown()).toBe(6);
});

test('the address decides between statements and instructions', async () => {
  const { model, shown } = await openedInSource(5);
  expect(model.inSource).toBe(true);
  let told = 0;
  model.subscribe(() => told++);
  model.follow({ step: 5, byStatements: false });
  expect(model.inSource).toBe(false);
  expect(told).toBe(1);
  model.take('next');
  await turn();
  expect(shown()).toBe(6);
});

test('sources that are there before the steps decide where the debugger opens', async () => {
  const { model, shown } = start({ errorStep: 13 });
  await model.openSources('sources' as JobId);
  await model.open(undefined);
  await turn();
  expect(shown()).toBe(13);
});

test('looking for sources is cancelled by name, and nothing comes of it afterwards', async () => {
  const { model, cancelled } = await opened();
  const looking = model.openSources('sources' as JobId);
  model.cancelSources();
  await looking;
  expect(cancelled).toEqual(['sources']);
  expect(model.snapshot().sources).toMatchObject({ state: 'failed', failure: { code: 'cancelled' } });
});

test('after it is closed it asks nothing and tells nobody', async () => {
  const { model, asked, waiting } = await opened({ hold: true, step: 4 });
  let told = 0;
  model.subscribe(() => told++);
  model.go(9);
  model.close();
  const before = told;
  await waiting[0]?.answer();
  expect(asked).toEqual([4]);
  expect(told).toBe(before);
});
