/** A value outside React that components show: one of the page, of a module or of a model. */
import { useSyncExternalStore } from 'react';

export type Store<T> = {
  get(): T;
  /** Sets the value and tells every listener, unless it is the same value. */
  set(value: T): void;
  /** Calls `listener` after each change. Returns how to stop. */
  subscribe(listener: () => void): () => void;
};

/** Creates a store with a first value. `follow` runs while anybody listens: it starts a clock or a question, and returns how to end it. */
export function createStore<T>(first: T, follow?: (store: Store<T>) => () => void): Store<T> {
  const listeners = new Set<() => void>();
  let value = first;
  let end: (() => void) | undefined;
  const store: Store<T> = {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) end = follow?.(store);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) end?.();
      };
    },
  };
  return store;
}

/** Returns the value of the store; the component renders again when it changes. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}
