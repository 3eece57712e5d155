import { askKept } from '../database';
import type { Preferences } from './preferences';

/** Reads the reader's choice; `fallback` in a worker that has no database to read, which loads no code for it. */
export function readChoice<Key extends keyof Preferences>(
  key: Key,
  fallback: Preferences[Key],
): Promise<Preferences[Key]> {
  return askKept(fallback, async () => (await import('./preferences')).readPreference(key));
}
