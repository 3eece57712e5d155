/**
 * Opens the reader's database on first use. The app works without it.
 *
 * A browser may refuse IndexedDB (private windows, blocked cookies) or refuse more room. A tab with an older version of
 * the app may delay the opening, and a newer version of the app may have changed the tables. Then reads find nothing,
 * writes do nothing, and `storageState` says why, so that the app goes on without a cache and can tell the reader.
 */
import type { Failure } from '../core/values/failure';
import type { LoupeDatabase } from './loupe-database';

/** Builds before the first release used the name `loupe`; what they kept stays there and is not read. */
export const DATABASE_NAME = 'loupe-data';

export type StorageState = { usable: true } | { usable: false; failure: Failure };

/**
 * Returns whether the database could be used the last time it was tried.
 * @internal The app listens to its changes; tests read it.
 */
export function storageState(): StorageState {
  return connection.state;
}

/** Calls `listener` whenever `storageState` changes; returns a function that stops this. */
export function onStorageState(listener: (state: StorageState) => void): () => void {
  return connection.onState(listener);
}

/**
 * Returns the result of `work`, or `fallback` when the browser refuses storage.
 * Other errors are bugs and are thrown.
 */
export function withDatabase<T>(fallback: T, work: (db: LoupeDatabase) => PromiseLike<T>): Promise<T> {
  return connection.attempt(fallback, work, 'read');
}

/** Returns whether `work` could write: false when the browser refuses storage. Other errors are thrown. */
export function writeDatabase(work: (db: LoupeDatabase) => PromiseLike<unknown>): Promise<boolean> {
  return connection.attempt(
    false,
    async (db) => {
      await work(db);
      return true;
    },
    'write',
  );
}

/**
 * Loads the code for the database and opens it, so that the first read need not wait for that. A worker does not
 * create a database that does not exist, unless `isThere` says that it need not look.
 */
export function openDatabase(isThere = false): Promise<void> {
  return connection.attempt(undefined, async () => undefined, isThere ? 'write' : 'read');
}

/**
 * Returns the answer of `ask`, or `fallback` in a worker that has no database to read. `ask` loads the code of its
 * query, which a first visit does without.
 */
export async function askKept<T>(fallback: T, ask: () => Promise<T>): Promise<T> {
  return (await connection.isThere()) ? ask() : fallback;
}

/**
 * Calls `listener` when the rows of `table` may have changed: after each write, also one of another tab or worker, and
 * when the database can be used again after a query had to do without it. In a worker that has not used the database
 * yet, writes of others are not heard.
 */
export function onTableChange(table: string, listener: () => void): void {
  connection.onTableChange(table, listener);
}

/**
 * Leaves the database out, or no more: reads find nothing and writes do nothing, as where the browser refuses it. A command
 * that answers one question has nothing to find again.
 */
export function leaveDatabaseOut(isLeftOut: boolean): void {
  connection.isLeftOut = isLeftOut;
}

/** Returns whether a write would do nothing, so that what is written need not be made. */
export function isDatabaseLeftOut(): boolean {
  return connection.isLeftOut;
}

/** Closes the database; the next query opens it again. */
export function closeDatabase(): void {
  connection.close();
}

/** The one connection of this page or worker. */
class Connection {
  state: StorageState = { usable: true };
  isLeftOut = false;
  /** Whether the state is unusable because the last write found no room. */
  #outOfRoom = false;
  #db: LoupeDatabase | undefined;
  /**
   * The wait for the opening that is under way. It rejects once opening takes too long, and stays until the opening
   * ends.
   */
  #opening: Promise<void> | undefined;
  readonly #listeners = new Set<(state: StorageState) => void>();
  readonly #tableListeners: { table: string; listener: () => void }[] = [];
  /** Whether changes of tables are followed: from the first opening on. */
  #isFollowing = false;
  /** Whether a query found nothing because the database could not be used. */
  #wasMissed = false;
  /**
   * Where it is false, a read does not create a database that does not exist, and finds nothing. On a first visit the
   * code that reads and writes the database is then loaded after the first content is shown.
   */
  readonly #readsCreate: boolean;

  constructor(readsCreate: boolean) {
    this.#readsCreate = readsCreate;
  }

  onState(listener: (state: StorageState) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  onTableChange(table: string, listener: () => void): void {
    this.#tableListeners.push({ table, listener });
  }

  /** Whether a read may find something. Where it may not, the next query that can be asked tells who listens. */
  async isThere(): Promise<boolean> {
    if (this.isLeftOut) return false;
    if (this.#readsCreate || this.#db !== undefined || (await databaseExists())) return true;
    this.#wasMissed = true;
    return false;
  }

  async attempt<T>(fallback: T, work: (db: LoupeDatabase) => PromiseLike<T>, mode: 'read' | 'write'): Promise<T> {
    if (this.isLeftOut) return fallback;
    try {
      // In a page nothing is awaited here: a live query would no longer follow what it reads.
      if (mode === 'read' && !this.#readsCreate && !(await this.isThere())) return fallback;
      this.#db ??= await this.#create();
      const db = this.#db;
      // An open database is not awaited again: a live query follows only what it awaits from Dexie.
      if (!db.isOpen()) await this.#open(db);
      if (this.#wasMissed) {
        this.#wasMissed = false;
        this.#announce();
      }
      const value = await work(db);
      // A successful read does not show that there is room again.
      if (!this.state.usable && (mode === 'write' || !this.#outOfRoom)) this.#setState({ usable: true });
      return value;
    } catch (error) {
      const { isOutOfRoom, storageFailure } = await Promise.resolve(import('./refusals'));
      const refused = storageFailure(error);
      if (refused === undefined) throw error;
      this.#wasMissed = true;
      this.#outOfRoom = isOutOfRoom(error);
      this.#setState({ usable: false, failure: refused });
      return fallback;
    }
  }

  close(): void {
    this.#db?.close();
    this.#db = undefined;
    this.#opening = undefined;
  }

  async #create(): Promise<LoupeDatabase> {
    // `Promise.resolve` gives a promise of Dexie's zone, so that a live query still follows what it reads afterwards.
    const loaded = await Promise.resolve(import('./loupe-database'));
    if (!this.#isFollowing) {
      this.#isFollowing = true;
      loaded.onWrite(DATABASE_NAME, (tables) => {
        this.#announce(tables);
        if (tables !== undefined)
          void import('./cache-storage/kept-screens').then((screens) => screens.dropScreensAfter(tables));
      });
    }
    return this.#db ?? new loaded.LoupeDatabase(DATABASE_NAME);
  }

  /** Tells those who listen to `tables`, or to any. */
  #announce(tables?: ReadonlySet<string>): void {
    for (const { table, listener } of this.#tableListeners) if (tables?.has(table) ?? true) listener();
  }

  /**
   * Opens the database. Once a wait has taken too long, later callers do not wait: until the opening ends, they go on
   * without the database.
   */
  #open(db: LoupeDatabase): Promise<void> {
    if (this.#opening !== undefined) return this.#opening;
    const { opened, inTime } = db.openInTime();
    const end = (usable: boolean) => {
      if (this.#opening !== inTime) return;
      this.#opening = undefined;
      // Callers that went on without the database can use it from now on.
      if (usable && !this.state.usable && !this.#outOfRoom) this.#setState({ usable: true });
    };
    opened.then(
      () => end(true),
      () => end(false),
    );
    this.#opening = inTime;
    return inTime;
  }

  #setState(next: StorageState): void {
    if (!next.usable && !this.state.usable && next.failure.message === this.state.failure.message) return;
    this.state = next;
    for (const listener of this.#listeners) listener(next);
  }
}

/**
 * In a page, reads create the database, because live queries follow only a database that exists. A worker runs no live
 * queries.
 */
const connection = new Connection('document' in globalThis);

/** Whether this browser has the database. */
async function databaseExists(): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === DATABASE_NAME);
  } catch {
    return true; // Opening it reports the failure.
  }
}
