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
 * another task, where Dexie cannot see what the query reads, so it would never be told of a change.
 */
export function followQuery<T>(query: () => Promise<T>): FollowedQuery<T> {
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
      openDatabase().then(follow, follow); // the query says what is wrong
      return {
        unsubscribe: () => {
          isWanted = false;
          stop();
        },
      };
    },
  };
}
