import { type ReactNode, useDeferredValue, useLayoutEffect } from 'react';

/** Skeletons of pages that are in the document. */
let skeletons = 0;

/** Reports, from the skeleton of a page, that it is on the screen. */
export function useSaySkeleton(): void {
  useLayoutEffect(() => {
    skeletons++;
    return () => {
      skeletons--;
    };
  }, []);
}

/**
 * Renders a page that takes the place of its skeleton in slices of a few milliseconds, and shows `fallback` meanwhile,
 * which is to look like the skeleton. The router alone would render all of it at once, which is felt where a page is
 * large. A page that no skeleton announced is rendered at once.
 */
export function InSlices({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  return useDeferredValue(true, skeletons === 0) ? children : fallback;
}
