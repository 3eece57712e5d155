/** Choices of the reader that IndexedDB keeps. Brings Dexie: only for parts that are loaded when they are needed. */

import { useCallback, useState } from 'react';
import { type Preferences, readPreference, savePreference } from '../db/reader/preferences';
import { useLatest } from './ui/use-latest';
import { useStored } from './use-stored';

/**
 * Returns the choice, undefined until it is read, and how to change it: the change shows at once, in other tabs when
 * it is kept. `save` resolves to false when storage refused; the choice then holds while the component is on the
 * page.
 */
export function usePreference<Key extends keyof Preferences>(
  key: Key,
): [Preferences[Key] | undefined, (value: Preferences[Key]) => Promise<boolean>] {
  const kept = useStored(() => readPreference(key), [key]);
  const [change, setChange] = useState<Change<Preferences[Key]>>();
  const latest = useLatest(kept);
  const save = useCallback(
    async (value: Preferences[Key]) => {
      const made: Change<Preferences[Key]> = { value };
      setChange(made);
      const isKept = await savePreference(key, value);
      // The query answers anew some time after the write: until then it still has what was there before.
      if (isKept) setChange((now) => (now === made ? { value, over: { kept: latest.current } } : now));
      return isKept;
    },
    [key],
  );
  const isShown = change !== undefined && (change.over === undefined || change.over.kept === kept);
  return [isShown ? change.value : kept, save];
}

/** A change that was made here; `over` is what the query had answered when the change was kept. */
type Change<T> = { value: T; over?: { kept: T | undefined } };
