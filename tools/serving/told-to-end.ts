import process from 'node:process';

/**
 * Resolves when the process is told to end: by Ctrl-C, by the system, or since its terminal was closed. Call it before
 * anybody is told where the process is reached: what comes earlier ends it at once.
 */
export function toldToEnd(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
}
