/** Counts the rows that IndexedDB hands out, whatever way they are read: what a query costs, independent of the machine. */
export type ReadCounter = {
  readonly rows: number;
  /** Returns the rows of one object store. */
  of(store: string): number;
  reset(): void;
  stop(): void;
};

const METHODS = ['get', 'getAll', 'getKey', 'getAllKeys', 'openCursor', 'openKeyCursor'] as const;

/** Counts rows from now on until `stop`. A row that a cursor comes to counts like one that is read whole. */
export function countReadRows(): ReadCounter {
  const rows = new Map<string, number>();
  const undo: (() => void)[] = [];
  for (const prototype of [IDBObjectStore.prototype, IDBIndex.prototype]) {
    for (const method of METHODS) {
      const original = prototype[method] as (...parameters: unknown[]) => IDBRequest<unknown>;
      Object.assign(prototype, {
        [method](this: IDBObjectStore | IDBIndex, ...parameters: unknown[]) {
          const request = original.apply(this, parameters);
          const store = 'objectStore' in this ? this.objectStore.name : this.name;
          // A cursor tells of every row it comes to.
          request.addEventListener('success', () => {
            const { result } = request;
            const read = Array.isArray(result) ? result.length : result === undefined || result === null ? 0 : 1;
            rows.set(store, (rows.get(store) ?? 0) + read);
          });
          return request;
        },
      });
      undo.push(() => Object.assign(prototype, { [method]: original }));
    }
  }
  return {
    get rows() {
      return [...rows.values()].reduce((sum, read) => sum + read, 0);
    },
    of: (store) => rows.get(store) ?? 0,
    reset() {
      rows.clear();
    },
    stop() {
      for (const each of undo) each();
    },
  };
}
