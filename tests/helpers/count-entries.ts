/** Counts what collections hold, to see whether code that runs for hours keeps ever more. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collection = { readonly size: number };

export type EntryCounter = {
  /** The entries of those still in use. Arrays are not counted. */
  count(): Promise<number>;
  /** Maps and Sets that are made later are not noted. */
  stop(): void;
};

/** Notes every Map and Set that is made from now on: to be called before the code is loaded that is looked at. */
export function startCountingEntries(): EntryCounter {
  const { Map: PlainMap, Set: PlainSet } = globalThis;
  let made: WeakRef<Collection>[] = [];
  let limit = 10_000;
  const note = (collection: Collection) => {
    made.push(new WeakRef(collection));
    // What is gone is let go at times: millions of references would take most of the time.
    if (made.length < limit) return;
    made = made.filter((each) => each.deref() !== undefined);
    limit = Math.max(10_000, 2 * made.length);
  };
  class NotedMap<K, V> extends PlainMap<K, V> {
    constructor(entries?: Iterable<readonly [K, V]> | null) {
      super(entries);
      note(this);
    }
    static override [Symbol.hasInstance](value: unknown) {
      return Function.prototype[Symbol.hasInstance].call(PlainMap, value);
    }
  }
  class NotedSet<T> extends PlainSet<T> {
    constructor(values?: Iterable<T> | null) {
      super(values);
      note(this);
    }
    static override [Symbol.hasInstance](value: unknown) {
      return Function.prototype[Symbol.hasInstance].call(PlainSet, value);
    }
  }
  Object.assign(globalThis, { Map: NotedMap, Set: NotedSet });
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;

  return {
    async count() {
      // What a WeakRef was asked for in this task is kept to its end.
      await new Promise((resolve) => setTimeout(resolve));
      collectGarbage();
      made = made.filter((each) => each.deref() !== undefined);
      return made.reduce((sum, each) => sum + (each.deref()?.size ?? 0), 0);
    },
    stop() {
      Object.assign(globalThis, { Map: PlainMap, Set: PlainSet });
      made = [];
    },
  };
}
