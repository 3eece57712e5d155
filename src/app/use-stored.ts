/** What the database holds, followed: the value of a query, again whenever what it read changes. */
import { startTransition, useEffect, useState } from 'react';
import { followQuery } from '../db/follow-query';
import { nextPaint } from './event-loop';

/**
 * Returns the answer of `query`, undefined until then. `dependencies` name everything that `query` depends on; when they change,
 * the older answer is returned until the new one is there. Where the page has something to draw meanwhile, which
 * `isKnown` says, the query waits until that is painted. Throws what `query` rejects with.
 *
 * The answer is a state of React and nothing else. A render that reads a value which changes outside of React, as
 * `useObservable` of Dexie's own hooks does, may be dropped after its effects were compared, and they never run.
 */
export function useStored<T>(
  query: () => Promise<T>,
  dependencies: readonly unknown[],
  isKnown = false,
): T | undefined {
  const [answer, setAnswer] = useState<Answer<T>>({ value: undefined });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names what the query depends on
  useEffect(() => {
    const followed = followQuery(query, () => (isKnown ? nextPaint() : undefined));
    const subscription = followed.subscribe(
      // What changed may be a whole list: rendered in slices, behind what the reader does.
      (value) => startTransition(() => setAnswer((before) => (isSame(before, value) ? before : { value }))),
      (error) => setAnswer({ error }),
    );
    return () => subscription.unsubscribe();
  }, [...dependencies]);
  if ('error' in answer) throw answer.error;
  return answer.value;
}

type Answer<T> = { value: T | undefined } | { error: unknown };

function isSame<T>(answer: Answer<T>, value: T): boolean {
  return 'value' in answer && answer.value === value;
}
