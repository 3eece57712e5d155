/** Runs for every file of unit tests: files share modules and globals, so none leaves anything to the next. */
import { afterAll, vi } from 'vitest';
import { deleteDatabase } from './database-dump';

afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  if (typeof indexedDB === 'undefined') return;
  for (const { name } of await indexedDB.databases()) if (name !== undefined) await deleteDatabase(name);
});
