/** One listener per signal however many calls wait on it, since one job makes hundreds of them. */

const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls back once when the signal fires, at once when it has; the answer takes the callback away again. */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (signal === undefined) return () => {};
  if (signal.aborted) {
    callback();
    return () => {};
  }
  let callbacks = waiting.get(signal);
  if (callbacks === undefined) {
    const added = new Set<() => void>();
    waiting.set(signal, added);
    const callAll = () => {
      for (const each of added) each();
    };
    signal.addEventListener('abort', callAll, { once: true });
    callbacks = added;
  }
  const own = callbacks;
  own.add(callback);
  return () => own.delete(callback);
}
