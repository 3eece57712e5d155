/** What the database holds, followed: the value of a query, again whenever what it read changes. */
import { useObservable } from 'dexie-react-hooks';
import { followQuery } from '../db/follow-query';
import { nextPaint } from './event-loop';

/**
 * What `query` answers, undefined until then. `dependencies` name everything that `query` depends on. Where the page has
 * something to draw meanwhile, which `isKnown` says, the query waits until that is painted.
 */
export function useStored<T>(
  query: () => Promise<T>,
  dependencies: readonly unknown[],
  isKnown = false,
): T | undefined {
  return useObservable(() => followQuery(query, () => (isKnown ? nextPaint() : undefined)), [...dependencies]);
}
