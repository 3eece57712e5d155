import { type RefObject, useInsertionEffect, useRef } from 'react';

/**
 * Returns the value of the rendering that is on the page, for handlers and
 * effects that are not to be made anew for it. It is not to be read while
 * rendering: a rendering that is left unfinished changes nothing here.
 */
export function useLatest<T>(value: T): Readonly<RefObject<T>> {
  const latest = useRef(value);
  // Before all other effects, which may read it.
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}
