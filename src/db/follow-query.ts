/** Live queries: a query runs again whenever rows that it read change, in this tab or another. */
import { liveQuery } from 'dexie';
import { openDatabase } from './database';

export type FollowedQuery<T> = {
  subscribe(onAnswer: (value: T) => void, onError?: (error: unknown) => void): { unsubscribe: () => void };
};

/**
 * Runs `query` once somebody subscribes, and again after each change. The database is opened first: a query that finds
 * it closed waits for it in another task, where Dexie cannot see what the query reads, and would never run again. The
 * opening waits for the promise that `after` returns at the subscription.
 */
export function followQuery<T>(query: () => Promise<T>, after?: () => Promise<void> | undefined): FollowedQuery<T> {
  return {
    subscribe(onAnswer, onError) {
      let isWanted = true;
      let stop = () => {};
      const follow = () => {
        if (!isWanted) return;
        // Dexie follows what is read after an await of another promise than its own only where the function it is given
        // is async.
        const subscription = liveQuery(async () => query()).subscribe(onAnswer, onError);
        stop = () => subscription.unsubscribe();
      };
      const open = () => void openDatabase().then(follow, follow); // the query reports a failure
      const earlier = after?.();
      if (earlier === undefined) open();
      else void earlier.then(open, open);
      return {
        unsubscribe: () => {
          isWanted = false;
          stop();
        },
      };
    },
  };
}
