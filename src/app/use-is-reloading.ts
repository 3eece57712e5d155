/** A page that the reader came back to: what it draws is of the last visit until its route has asked again. */
import { useMatch } from '@tanstack/react-router';
import { useState } from 'react';

/** Returns whether the route was asking when the page was entered and still is. What the reader asks for later does not count. */
export function useIsReloading(): boolean {
  const isAsking = useMatch({ strict: false, select: ({ isFetching }) => isFetching !== false });
  const [atEntry] = useState(isAsking);
  return atEntry && isAsking;
}
