/** Every way through an execution with changes, with actors the test answers for. */
import { beforeEach, describe, expect, test } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { failure } from '../../src/core/values/failure';
import {
  type ChangedTransaction,
  changedExecutionMachine,
  type ExecutionEvent,
  type FollowedEvent,
} from '../../src/machines/changed-execution.machine';
import type { TraceHandle } from '../../src/workers/ids';
import type { Outcome } from '../../src/workers/trace/rows.api';
import type { ChangedExecution } from '../../src/workers/trace/simulate.api';

const OF = 1 as TraceHandle;
const EXECUTION = { trace: { handle: 2 } } as unknown as ChangedExecution;
const OUTCOME = { status: 'success' } as unknown as Outcome;
const REFUSED = failure('unsupported', 'The rules of this chain are not known.');

/** What actors were started and stopped, and how to speak for the one that runs. */
let events: string[];
let say: (event: ExecutionEvent | FollowedEvent) => void;

beforeEach(() => {
  events = [];
});

function start() {
  const machine = changedExecutionMachine.provide({
    actors: {
      execute: fromCallback<{ type: string }, ChangedTransaction>(({ input, sendBack }) => {
        events.push(`execute ${input.changes.transaction?.gas}`);
        say = sendBack;
        return () => events.push('stop executing');
      }),
      followTrace: fromCallback<{ type: string }, ChangedExecution>(({ input, sendBack }) => {
        events.push(`follow ${input.trace.handle}`);
        say = sendBack;
        return () => events.push('close');
      }),
    },
  });
  const actor = createActor(machine).start();
  const choose = (gas: number) => actor.send({ type: 'changes.chosen', of: OF, changes: { transaction: { gas } } });
  return { actor, choose, state: () => actor.getSnapshot().value, context: () => actor.getSnapshot().context };
}

test('nothing runs before changes are chosen', () => {
  const { state } = start();
  expect(state()).toBe('none');
  expect(events).toEqual([]);
});

describe('opening', () => {
  test('progress is told, and the trace that comes is followed until its outcome is read', () => {
    const { choose, state, context } = start();
    choose(1);
    expect(state()).toBe('opening');
    say({ type: 'execution.progressed', progress: { done: 5, unit: 'steps' } as never });
    expect(context().progress).toEqual({ done: 5, unit: 'steps' });
    say({ type: 'execution.opened', execution: EXECUTION });
    expect(state()).toEqual({ open: 'reading' });
    say({ type: 'outcome.read', outcome: OUTCOME, known: 0 });
    expect(state()).toEqual({ open: 'shown' });
    expect(context()).toMatchObject({ execution: EXECUTION, outcome: OUTCOME, known: 0 });
    expect(events).toEqual(['execute 1', 'stop executing', 'follow 2']);
  });

  test('a refusal is a failure, and is tried again', () => {
    const { actor, choose, state, context } = start();
    choose(1);
    say({ type: 'execution.failed', failure: REFUSED });
    expect(state()).toBe('failed');
    expect(context().failure).toEqual(REFUSED);
    actor.send({ type: 'user.retry' });
    expect(state()).toBe('opening');
    expect(context().failure).toBeUndefined();
    expect(events).toEqual(['execute 1', 'stop executing', 'execute 1']);
  });

  test('the reader cancels, which stops the job', () => {
    const { actor, choose, state, context } = start();
    choose(1);
    actor.send({ type: 'user.cancel' });
    expect(state()).toBe('failed');
    expect(context().failure?.code).toBe('cancelled');
    expect(events).toEqual(['execute 1', 'stop executing']);
  });

  test('other changes take the place of those that are executed; the same ones do not', () => {
    const { actor, choose, state } = start();
    const changes = { transaction: { gas: 7 } };
    actor.send({ type: 'changes.chosen', of: OF, changes });
    actor.send({ type: 'changes.chosen', of: OF, changes });
    expect(events).toEqual(['execute 7']);
    choose(8);
    expect(state()).toBe('opening');
    expect(events).toEqual(['execute 7', 'stop executing', 'execute 8']);
  });
});

describe('open', () => {
  function open() {
    const started = start();
    started.choose(1);
    say({ type: 'execution.opened', execution: EXECUTION });
    say({ type: 'outcome.read', outcome: undefined, known: 0 });
    return started;
  }

  test('more that becomes known is told', () => {
    const { state, context } = open();
    say({ type: 'outcome.read', outcome: OUTCOME, known: 3 });
    expect(state()).toEqual({ open: 'shown' });
    expect(context()).toMatchObject({ outcome: OUTCOME, known: 3 });
  });

  test('a trace that is lost is a failure', () => {
    const { state, context } = open();
    say({ type: 'trace.lost', failure: REFUSED });
    expect(state()).toBe('failed');
    expect(context().failure).toEqual(REFUSED);
    expect(events.at(-1)).toBe('close');
  });

  test('other changes, a retry and the end of the page close the trace', () => {
    const chosen = open();
    chosen.choose(2);
    expect(events.slice(-2)).toEqual(['close', 'execute 2']);
    expect(chosen.context()).toMatchObject({ execution: undefined, outcome: undefined, known: 0 });
    const retried = open();
    retried.actor.send({ type: 'user.retry' });
    expect(events.slice(-2)).toEqual(['close', 'execute 1']);
    const left = open();
    left.actor.stop();
    expect(events.at(-1)).toBe('close');
  });
});
