/**
 * What machines do: their actors, made of workers and database. Part of the
 * wiring, and apart from wiring.ts because XState comes only with the pages
 * that have a machine.
 */
import { fromCallback } from 'xstate';
import { failure } from '../core/values/failure';
import { followQuery } from '../db/follow-query';
import type { ListPage, PageRequest as StoredPageRequest } from '../db/list-page';
import type { ChangedTransaction, ExecutionEvent, FollowedEvent } from '../machines/changed-execution.machine';
import type { PageEvent, PageRequest } from '../machines/cursor-paging.machine';
import type { Workers } from '../workers/client';
import type { ChangedExecution } from '../workers/trace/simulate.api';
import { ReadFailure } from './read-failure';
import { stoppedFailure } from './stopped-failure';
import { newJobId } from './use-question';

type Send<Event> = { sendBack: (event: Event) => void };

/** Returns the actors of the changed-execution machine. */
export function changedExecutionActors({ trace: api, subscribe }: Pick<Workers, 'trace' | 'subscribe'>) {
  return {
    execute: fromCallback<{ type: string }, ChangedTransaction>(
      ({ input, sendBack }: Send<ExecutionEvent> & { input: ChangedTransaction }) => {
        const job = newJobId();
        let isWanted = true;
        api
          .simulateChanged(job, input.of, input.changes, (progress) => {
            if (isWanted) sendBack({ type: 'execution.progressed', progress });
          })
          .then(
            (answer) => {
              if (isWanted && answer.ok) sendBack({ type: 'execution.opened', execution: answer.value });
              else if (answer.ok)
                api.closeTrace(answer.value.trace.handle).catch(() => {}); // it is gone with its worker
              else if (isWanted) sendBack({ type: 'execution.failed', failure: answer.error });
              isWanted = false;
            },
            (error: unknown) => isWanted && sendBack({ type: 'execution.failed', failure: stoppedFailure(error) }),
          );
        return () => {
          if (!isWanted) return;
          isWanted = false;
          api.cancel(job).catch(() => {}); // a worker that died has nothing left to cancel
        };
      },
    ),

    followTrace: fromCallback<{ type: string }, ChangedExecution>(
      ({ input, sendBack }: Send<FollowedEvent> & { input: ChangedExecution }) => {
        const { handle } = input.trace;
        let isWanted = true;
        let known = 0;
        const lost = (error: unknown) => isWanted && sendBack({ type: 'trace.lost', failure: stoppedFailure(error) });
        const read = async (of: number) => {
          const outcome = await api.outcome(handle);
          if (isWanted && of === known) sendBack({ type: 'outcome.read', outcome, known });
        };
        const stop = subscribe((event) => {
          if (!('handle' in event) || event.handle !== handle) return;
          if (event.type === 'closed') lost(new Error('The trace was closed for newer ones.'));
          else if (event.type === 'view') {
            known++;
            read(known).catch(lost);
          }
        });
        read(known).catch(lost);
        return () => {
          isWanted = false;
          stop();
          api.closeTrace(handle).catch(() => {}); // it is gone with its worker
        };
      },
    ),
  };
}

/**
 * Reads the pages of a list that the database keeps, again whenever the list changes. A page is read when what `after`
 * answers is over.
 */
export function pagesOf<Row>(
  read: (request: StoredPageRequest) => Promise<ListPage<Row>>,
  after?: () => Promise<void> | undefined,
) {
  return fromCallback<{ type: string }, PageRequest>(
    ({ input, sendBack }: Send<PageEvent> & { input: PageRequest }) => {
      const { unsubscribe } = followQuery(() => read(input), after).subscribe(
        ({ rows, next }) => sendBack({ type: 'page.loaded', rows, next }),
        (error) =>
          sendBack({
            type: 'page.failed',
            failure:
              error instanceof ReadFailure
                ? error.failure
                : failure('storage', 'This browser could not read the list.', { raw: String(error).slice(0, 300) }),
          }),
      );
      return unsubscribe;
    },
  );
}
