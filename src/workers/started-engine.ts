/** The engine's worker that public/first.js started before the modules of the page were there. */

/** Hands the worker to the first caller; undefined where none was started, as in development. */
export function takeStartedEngine(): Worker | undefined {
  const { loupeStarted } = globalThis as { loupeStarted?: { engine?: Worker } };
  const engine = loupeStarted?.engine;
  if (engine === undefined) return undefined;
  delete loupeStarted?.engine;
  engine.onerror = null;
  return engine;
}
