/** Counts the rows that IndexedDB hands out, whatever way they are read: what a query costs, independent of the machine. */
export type ReadCounter = {
  readonly rows: number;
  reset(): void;
  stop(): void;
};

const METHODS = ['get', 'getAll', 'getKey', 'getAllKeys', 'openCursor', 'openKeyCursor'] as const;

/** From now on until `stop`. A row that a cursor comes to counts like one that is read whole. */
export function countReadRows(): ReadCounter {
  let rows = 0;
  const undo: (() => void)[] = [];
  for (const prototype of [IDBObjectStore.prototype, IDBIndex.prototype]) {
    for (const method of METHODS) {
      const original = prototype[method] as (...parameters: unknown[]) => IDBRequest<unknown>;
      Object.assign(prototype, {
        [method](this: unknown, ...parameters: unknown[]) {
          const request = original.apply(this, parameters);
          // A cursor tells of every row it comes to.
          request.addEventListener('success', () => {
            const { result } = request;
            rows += Array.isArray(result) ? result.length : result === undefined || result === null ? 0 : 1;
          });
          return request;
        },
      });
      undo.push(() => Object.assign(prototype, { [method]: original }));
    }
  }
  return {
    get rows() {
      return rows;
    },
    reset() {
      rows = 0;
    },
    stop() {
      for (const each of undo) each();
    },
  };
}
