/**
 * A lock that a worker holds as long as it lives. The browser releases the lock
 * when the worker's thread has ended, however it ended. So whoever waits for
 * the lock hears at once that the worker is gone, and never takes a busy worker
 * for one that is gone.
 */

/** Returns the browser's locks; undefined in pages without a secure context, and in Node. */
export function webLocks(): LockManager | undefined {
  return (globalThis.navigator as { locks?: LockManager } | undefined)?.locks;
}

/** Takes the lock of this worker; its name once it is held, undefined where there are no locks. */
export function holdLifeLock(): Promise<string | undefined> {
  const locks = webLocks();
  if (locks === undefined) return Promise.resolve(undefined);
  const name = `loupe worker ${crypto.randomUUID()}`;
  return new Promise((resolve) => {
    const held = locks.request(name, () => {
      resolve(name);
      return new Promise<never>(() => {});
    });
    // Locks may be forbidden, as storage may.
    held.catch(() => resolve(undefined));
  });
}
