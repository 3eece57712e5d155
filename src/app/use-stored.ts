/** What the database holds, followed: the value of a query, again whenever what it read changes. */
import { useObservable } from 'dexie-react-hooks';
import { startTransition } from 'react';
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
  return useObservable(() => {
    const followed = followQuery(query, () => (isKnown ? nextPaint() : undefined));
    return {
      ...followed,
      // What changed may be a whole list: rendered in slices, behind what the reader does.
      subscribe: (onAnswer, onError) => followed.subscribe((value) => startTransition(() => onAnswer(value)), onError),
    };
  }, [...dependencies]);
}
