/** Queries that are followed: answered again whenever what they read changes, in this tab or another. */
import { liveQuery } from 'dexie';
import { openDatabase } from './database';

/** An observable as Dexie's React hooks take it. It has no value before its first answer. */
export type FollowedQuery<T> = {
  subscribe(onAnswer: (value: T) => void, onError?: (error: unknown) => void): { unsubscribe: () => void };
  hasValue(): false;
};

/**
 * Follows `query` once somebody subscribes. The database is opened first: a query that finds it closed waits for it in
 * another task, where Dexie cannot see what the query reads, so it would never be told of a change. It is opened when what
 * `after` answers at the subscription is over.
 */
export function followQuery<T>(query: () => Promise<T>, after?: () => Promise<void> | undefined): FollowedQuery<T> {
  return {
    hasValue: () => false,
    subscribe(onAnswer, onError) {
      let isWanted = true;
      let stop = () => {};
      const follow = () => {
        if (!isWanted) return;
        // An async function of its own: of others Dexie sees nothing that is read after an await of anything but its promises.
        const subscription = liveQuery(async () => query()).subscribe(onAnswer, onError);
        stop = () => subscription.unsubscribe();
      };
      const open = () => void openDatabase().then(follow, follow); // the query says what is wrong
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
