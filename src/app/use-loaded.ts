/** A value that a component asks for, mostly of a worker, and shows when it is there. */
import { startTransition, useEffect, useEffectEvent, useState } from 'react';

type Options = {
  /** The value is loaded again when `version` changes. The older value is returned until then. */
  version?: unknown;
  /** The value is asked for this much later, ms, and not at all when the key changes before. */
  delay?: number;
  /** Called when `load` rejects. Without it the rejection is ignored: when a worker stops, the page says so elsewhere. */
  onLost?: (error: unknown) => void;
};

/**
 * Returns what `load` resolves to for `key`, undefined until then. `key` must name everything that `load` depends on.
 * A value of another key is never returned. Nothing is loaded while `key` is undefined.
 */
export function useLoaded<T>(
  key: string | undefined,
  load: () => Promise<T>,
  { version, delay = 0, onLost }: Options = {},
): T | undefined {
  const [loaded, setLoaded] = useState<{ key: string; value: T }>();
  const loadNow = useEffectEvent(load);
  const lost = useEffectEvent((error: unknown) => onLost?.(error));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is another value, another delay is not
  useEffect(() => {
    if (key === undefined) {
      setLoaded(undefined);
      return;
    }
    let isCurrent = true;
    const start = () => {
      loadNow().then(
        (value) => isCurrent && startTransition(() => setLoaded({ key, value })),
        (error: unknown) => isCurrent && lost(error),
      );
    };
    const timer = delay > 0 ? setTimeout(start, delay) : void start();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [key, version]);
  return loaded !== undefined && loaded.key === key ? loaded.value : undefined;
}
