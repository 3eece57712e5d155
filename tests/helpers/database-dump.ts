/**
 * Databases as files: every released version has a dump in tests/db/dumps, and
 * must open for ever. Works on plain IndexedDB, so that the stores and indexes
 * are those of the dump and not those of today's code.
 */

type DumpedStore = {
  name: string;
  keyPath: string | string[] | null;
  /** Absent where the store gives no keys. */
  autoIncrement?: true;
  indexes: { name: string; keyPath: string | string[]; unique: boolean; multiEntry: boolean }[];
  records: unknown[];
};
export type DatabaseDump = {
  name: string /** The version of IndexedDB: ten times Dexie's. */;
  version: number;
  stores: DumpedStore[];
};

/** The whole content of a database; bigint and bytes are spelled as `{ $bigint }` and `{ $bytes }` (base64). */
export async function dumpDatabase(name: string): Promise<DatabaseDump> {
  const db = await settled(indexedDB.open(name));
  const stores: DumpedStore[] = [];
  for (const storeName of db.objectStoreNames) {
    const store = db.transaction(storeName).objectStore(storeName);
    const indexes = [...store.indexNames].map((indexName) => {
      const { keyPath, unique, multiEntry } = store.index(indexName);
      return { name: indexName, keyPath, unique, multiEntry };
    });
    stores.push({
      name: storeName,
      keyPath: store.keyPath,
      ...(store.autoIncrement && { autoIncrement: true }),
      indexes,
      records: spell(await settled(store.getAll())),
    });
  }
  const { version } = db;
  db.close();
  return { name, version, stores };
}

/** Creates the database of a dump. It must not exist. */
export async function restoreDatabase(dump: DatabaseDump): Promise<void> {
  const request = indexedDB.open(dump.name, dump.version);
  request.onupgradeneeded = () => {
    for (const { name, keyPath, autoIncrement = false, indexes } of dump.stores) {
      const store = request.result.createObjectStore(name, { keyPath, autoIncrement });
      for (const { name: indexName, keyPath: path, unique, multiEntry } of indexes) {
        store.createIndex(indexName, path, { unique, multiEntry });
      }
    }
  };
  const db = await settled(request);
  for (const { name, records } of dump.stores) {
    const store = db.transaction(name, 'readwrite').objectStore(name);
    for (const record of records) await settled(store.put(unspell(record)));
  }
  db.close();
}

export function deleteDatabase(name: string): Promise<unknown> {
  return settled(indexedDB.deleteDatabase(name));
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function spell<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (_, item: unknown) => {
      if (typeof item === 'bigint') return { $bigint: item.toString() };
      if (item instanceof ArrayBuffer) return { $bytes: Buffer.from(item).toString('base64') };
      return item;
    }),
  );
}

function unspell(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unspell);
  if (typeof value !== 'object' || value === null) return value;
  if ('$bigint' in value) return BigInt(String(value.$bigint));
  if ('$bytes' in value) return Uint8Array.from(atob(String(value.$bytes)), (unit) => unit.charCodeAt(0)).buffer;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unspell(item)]));
}
