/** Listeners of one kind of event. */
export type Events<T> = {
  /** Calls `listener` with every event from now on. */
  subscribe(listener: (event: T) => void): void;
  emit(event: T): void;
};

export function createEvents<T>(): Events<T> {
  const listeners = new Set<(event: T) => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
    },
    emit(event) {
      for (const listener of listeners) listener(event);
    },
  };
}
