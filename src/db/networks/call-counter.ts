/** Collects calls to endpoints. The code that counts and writes them is loaded when there is something to write. */
import type { CountedCall } from './call-counts';

/** Collects calls and writes them together. */
export type CallCounter = {
  count(call: CountedCall): void;
  /** Writes what was collected. */
  flush(): Promise<void>;
};

/** Milliseconds between two writes: a closed tab loses few calls, and writing costs little. */
const WRITE_INTERVAL = 2_000;

/** Creates a counter that writes at most once in `interval` milliseconds. */
export function createCallCounter(interval = WRITE_INTERVAL): CallCounter {
  let pending: CountedCall[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    const calls = pending;
    pending = [];
    if (calls.length === 0) return;
    const { addCalls } = await import('./call-counts');
    await addCalls(calls);
  };
  return {
    count(call) {
      pending.push(call);
      timer ??= setTimeout(() => {
        flush().catch(() => {}); // the code could not be loaded; these calls are not counted
      }, interval);
    },
    flush,
  };
}
