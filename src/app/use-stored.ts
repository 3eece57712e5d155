/** What the database holds, followed: the value of a query, again whenever what it read changes. */
import { useObservable } from 'dexie-react-hooks';
import { followQuery } from '../db/follow-query';

/** What `query` answers, undefined until then. `dependencies` name everything that `query` depends on. */
export function useStored<T>(query: () => Promise<T>, dependencies: readonly unknown[]): T | undefined {
  return useObservable(() => followQuery(query), [...dependencies]);
}
