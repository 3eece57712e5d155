/**
 * A transaction of an open trace, executed once more with changes.
 *
 * Other changes replace an execution that runs or is shown. The page executes,
 * and closes the trace that is no longer wanted; this says what happens next.
 * The picture is in docs/machines.md.
 */
import { assign, fromCallback, setup } from 'xstate';
import { type Failure, failure } from '../core/values/failure';
import type { Progress, TraceHandle } from '../workers/ids';
import type { Outcome } from '../workers/trace/rows.api';
import type { ChangedExecution, TransactionChanges } from '../workers/trace/simulate.api';

/** What is executed: the transaction of an open trace, and what is changed in it. */
export type ChangedTransaction = { of: TraceHandle; changes: TransactionChanges };

const CANCELLED = failure('cancelled', 'The execution was cancelled.');

type Context = {
  wanted: ChangedTransaction | undefined;
  progress: Progress | undefined;
  execution: ChangedExecution | undefined;
  outcome: Outcome | undefined;
  /** Grows when more became known of the new trace. */
  known: number;
  failure: Failure | undefined;
};

/** Events of executing the changed transaction. */
export type ExecutionEvent =
  | { type: 'execution.progressed'; progress: Progress }
  | { type: 'execution.opened'; execution: ChangedExecution }
  | { type: 'execution.failed'; failure: Failure };

/** Events of following the new trace. */
export type FollowedEvent =
  /** The outcome was read, for the first time or because more became known of the trace. */
  | { type: 'outcome.read'; outcome: Outcome | undefined; known: number }
  /** The worker no longer has the trace. */
  | { type: 'trace.lost'; failure: Failure };

type ChangedExecutionEvent =
  | ExecutionEvent
  | FollowedEvent
  | ({ type: 'changes.chosen' } & ChangedTransaction)
  | { type: 'user.cancel' }
  | { type: 'user.retry' };

export const changedExecutionMachine = setup({
  types: { context: {} as Context, events: {} as ChangedExecutionEvent },
  actors: {
    /** Executes. When it is stopped it cancels the job. */
    execute: fromCallback<{ type: string }, ChangedTransaction>(() => {
      throw new Error('the page provides execute');
    }),
    /** Follows the trace of an execution. When it is stopped it closes the trace. */
    followTrace: fromCallback<{ type: string }, ChangedExecution>(() => {
      throw new Error('the page provides followTrace');
    }),
  },
  guards: {
    isOther: ({ context: { wanted }, event }) =>
      event.type === 'changes.chosen' &&
      (wanted === undefined || event.of !== wanted.of || event.changes !== wanted.changes),
  },
}).createMachine({
  id: 'changedExecution',
  context: {
    wanted: undefined,
    progress: undefined,
    execution: undefined,
    outcome: undefined,
    known: 0,
    failure: undefined,
  },
  initial: 'none',
  on: {
    'changes.chosen': {
      guard: 'isOther',
      target: '.opening',
      reenter: true,
      actions: assign(({ event: { of, changes } }) => ({ wanted: { of, changes } })),
    },
  },
  states: {
    none: { description: 'Nothing is chosen yet.' },
    opening: {
      description: 'The transaction is executed.',
      entry: assign({ progress: undefined, execution: undefined, outcome: undefined, known: 0, failure: undefined }),
      invoke: {
        src: 'execute',
        input: ({ context: { wanted } }) => {
          if (wanted === undefined) throw new Error('changes are chosen before they are executed');
          return wanted;
        },
      },
      on: {
        'execution.progressed': { actions: assign(({ event }) => ({ progress: event.progress })) },
        'execution.opened': { target: 'open', actions: assign(({ event }) => ({ execution: event.execution })) },
        'execution.failed': { target: 'failed', actions: assign(({ event }) => ({ failure: event.failure })) },
        'user.cancel': { target: 'failed', actions: assign(() => ({ failure: CANCELLED })) },
      },
    },
    open: {
      description: 'The new trace is open.',
      invoke: {
        src: 'followTrace',
        input: ({ context: { execution } }) => {
          if (execution === undefined) throw new Error('a trace is followed once it is open');
          return execution;
        },
      },
      on: {
        'trace.lost': { target: 'failed', actions: assign(({ event }) => ({ failure: event.failure })) },
        'user.retry': 'opening',
      },
      initial: 'reading',
      states: {
        reading: {
          description: 'The outcome is read.',
          on: {
            'outcome.read': {
              target: 'shown',
              actions: assign(({ event: { outcome, known } }) => ({ outcome, known })),
            },
          },
        },
        shown: {
          description: 'The outcome is known, and read again when more became known.',
          on: { 'outcome.read': { actions: assign(({ event: { outcome, known } }) => ({ outcome, known })) } },
        },
      },
    },
    failed: {
      description: 'It was not executed, or its trace is gone.',
      on: { 'user.retry': 'opening' },
    },
  },
});
