/** Runs for every file of unit tests and browser tests: files share modules and globals, so none leaves anything to the next, nor finds anything. */
import { afterAll, beforeAll, vi } from 'vitest';
import { deleteDatabase } from './database-dump';

const { setTimeout: begin, setInterval: repeat } = globalThis;
/** Milliseconds. Shorter timers come to their end: what shares a module with the next file waits for them. */
const LONG = 1_000;
/** The long timers of this file. They would act in a later file, as the write of counted calls does. */
const timers = new Set<ReturnType<typeof setTimeout>>();
globalThis.setTimeout = remembering(begin);
globalThis.setInterval = remembering(repeat);

afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  globalThis.setTimeout = begin;
  globalThis.setInterval = repeat;
  for (const timer of timers) clearTimeout(timer);
  await deleteDatabases();
});
// Work that ended behind the end of the file before has opened its database again.
beforeAll(deleteDatabases);

async function deleteDatabases(): Promise<void> {
  if (typeof indexedDB === 'undefined') return;
  for (const { name } of await indexedDB.databases()) if (name !== undefined) await deleteDatabase(name);
}

/** The same function of timers, whose long timers are kept in `timers`. Its other properties (`promisify`) stay. */
function remembering<F extends typeof setTimeout | typeof setInterval>(start: F): F {
  return new Proxy(start, {
    apply(target, self, args) {
      const timer = Reflect.apply(target, self, args) as ReturnType<typeof setTimeout>;
      if (args[1] >= LONG) timers.add(timer);
      return timer;
    },
  });
}
