/**
 * The reader's database: opened on first use, and never in the way.
 *
 * A browser may refuse IndexedDB altogether (private windows, blocked
 * cookies), refuse more room, or be held up by a tab with an older version.
 * Then reads find nothing, writes do nothing, and `storageState` says why, so
 * the app goes on without a cache and can tell the reader.
 */
import { type Failure, failure } from '../core/failure';
import type { LoupeDatabase } from './loupe-database';

export type { LoupeDatabase };

export const databaseName = 'loupe';

/** How long another tab may hold up opening before the app goes on without the database, milliseconds. */
const openPatience = 4_000;

export type StorageState = { usable: true } | { usable: false; failure: Failure };

let instance: LoupeDatabase | undefined;
let opening: Promise<void> | undefined;
let patient = false;
let state: StorageState = { usable: true };
/** Whether the state is unusable because the last write found no room. */
let outOfRoom = false;
const listeners = new Set<(state: StorageState) => void>();

/** Whether the database could be used the last time it was tried. */
export function storageState(): StorageState {
  return state;
}

/** Calls `listener` whenever `storageState` changes; returns how to stop. */
export function onStorageState(listener: (state: StorageState) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/**
 * What `work` returns, or `fallback` when the browser refuses storage. Other
 * errors are bugs and are thrown.
 */
export function withDatabase<T>(fallback: T, work: (db: LoupeDatabase) => PromiseLike<T>): Promise<T> {
  return attempt(fallback, work, false);
}

/** Whether `work` could write; false when the browser refuses storage. Other errors are thrown. */
export function writeDatabase(work: (db: LoupeDatabase) => PromiseLike<unknown>): Promise<boolean> {
  return attempt(
    false,
    async (db) => {
      await work(db);
      return true;
    },
    true,
  );
}

async function attempt<T>(fallback: T, work: (db: LoupeDatabase) => PromiseLike<T>, writes: boolean): Promise<T> {
  try {
    if (patient && !writes && instance === undefined && !(await isThere())) return fallback;
    instance ??= await create();
    // An open database is not awaited again: a live query follows only what it awaits from Dexie.
    if (!instance.isOpen()) await open(instance);
    const value = await work(instance);
    // That reading works does not say that there is room again.
    if (!state.usable && (writes || !outOfRoom)) setState({ usable: true });
    return value;
  } catch (error) {
    const refused = storageFailure(error);
    if (refused === undefined) throw error;
    outOfRoom = isOutOfRoom(error);
    setState({ usable: false, failure: refused });
    return fallback;
  }
}

/**
 * From now on a read of a database that does not exist yet answers with nothing
 * and opens nothing: on a first visit what reads and writes it need not be
 * loaded before the reader sees something. Not where live queries run, which
 * would have nothing to follow.
 */
export function openOnceThere(): void {
  patient = true;
}

/** Whether this browser has the database. */
async function isThere(): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === databaseName);
  } catch {
    return true; // Opening it says what is wrong.
  }
}

/** Closes the database; the next query opens it again. */
export function closeDatabase(): void {
  instance?.close();
  instance = undefined;
  opening = undefined;
}

async function create(): Promise<LoupeDatabase> {
  // Through the Promise of the zone, so that a live query goes on following after it.
  const loaded = await Promise.resolve(import('./loupe-database'));
  return instance ?? new loaded.LoupeDatabase(databaseName);
}

class HeldUpError extends Error {
  override readonly name = 'HeldUpError';
}

async function open(db: LoupeDatabase): Promise<void> {
  opening ??= db.open().then(
    () => {
      opening = undefined;
    },
    (error: unknown) => {
      opening = undefined;
      throw error;
    },
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heldUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new HeldUpError('another tab holds the database')), openPatience);
  });
  try {
    await Promise.race([opening, heldUp]);
  } finally {
    clearTimeout(timer);
  }
}

function setState(next: StorageState): void {
  if (!next.usable && !state.usable && next.failure.message === state.failure.message) return;
  state = next;
  for (const listener of listeners) listener(next);
}

/** Names of errors by which browsers and Dexie refuse storage. */
const refusals: Readonly<Record<string, string>> = {
  MissingAPIError: 'This browser offers no storage here, so nothing is kept.',
  SecurityError: 'This browser does not allow storage here, so nothing is kept.',
  InvalidStateError: 'This browser does not allow storage here, so nothing is kept.',
  OpenFailedError: 'The browser could not open the storage of this site, so nothing is kept.',
  UnknownError: 'The browser could not use the storage of this site, so nothing is kept.',
  QuotaExceededError: 'The browser gives this site no more room, so new data is not kept.',
  HeldUpError: 'Another tab holds the storage of this site. Close it, or reload it, to keep data again.',
  VersionError: 'Another tab has a newer version of Loupe. Reload this page to keep data again.',
  DatabaseClosedError: 'Another tab has a newer version of Loupe. Reload this page to keep data again.',
  TimeoutError: 'The browser did not answer when the storage of this site was used, so nothing is kept.',
  AbortError: 'The browser broke off a write to the storage of this site.',
  NotReadableError: 'The browser could not read the storage of this site.',
};

/** The failure behind an error of IndexedDB or Dexie, or undefined when the error is none of a refusal. */
function storageFailure(error: unknown): Failure | undefined {
  const names = errorNames(error);
  const quota = names.includes('QuotaExceededError') ? 'QuotaExceededError' : undefined;
  const name = quota ?? names.find((candidate) => Object.hasOwn(refusals, candidate));
  const message = name === undefined ? undefined : refusals[name];
  return message === undefined ? undefined : failure('storage', message, { raw: String(error).slice(0, 2_000) });
}

/** Whether `error` says that there is no more room. */
export function isOutOfRoom(error: unknown): boolean {
  return errorNames(error).includes('QuotaExceededError');
}

/** Names of an error and of the errors inside it: Dexie wraps the browser's. */
function errorNames(error: unknown): string[] {
  const names: string[] = [];
  let current = error;
  while (current instanceof Error || (typeof current === 'object' && current !== null && 'name' in current)) {
    names.push(String(current.name));
    current = 'inner' in current ? current.inner : undefined;
    if (names.length > 4) break;
  }
  return names;
}
