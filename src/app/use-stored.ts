/** What the database holds, followed: the value of a query, again whenever what it read changes. */
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { openDatabase } from '../db/database';

/** Whether the database was opened, or refused, since the page was loaded. */
let wasOpened = false;

/**
 * What `query` answers, undefined until then. `dependencies` name everything that `query` depends on. A query that finds
 * the database closed waits for it in another task, where Dexie cannot see what it reads; so the database is opened first.
 */
export function useStored<T>(query: () => Promise<T>, dependencies: readonly unknown[]): T | undefined {
  const [isOpen, setOpen] = useState(wasOpened);
  useEffect(() => {
    if (isOpen) return;
    let isCurrent = true;
    const go = () => {
      wasOpened = true;
      if (isCurrent) setOpen(true);
    };
    openDatabase().then(go, go); // the query says what is wrong
    return () => {
      isCurrent = false;
    };
  }, [isOpen]);
  return useLiveQuery(() => (isOpen ? query() : undefined), [isOpen, ...dependencies]);
}
