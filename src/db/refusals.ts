/** By which errors a browser refuses storage, and what the reader is told. Loaded with the first of them. */
import { type Failure, failure } from '../core/values/failure';

/** Names of errors by which browsers and Dexie refuse storage. */
const REFUSALS: Readonly<Record<string, string>> = {
  MissingAPIError: 'This browser offers no storage here, so nothing is kept.',
  SecurityError: 'This browser does not allow storage here, so nothing is kept.',
  InvalidStateError: 'This browser does not allow storage here, so nothing is kept.',
  OpenFailedError: 'The browser could not open the storage of this site, so nothing is kept.',
  UnknownError: 'The browser could not use the storage of this site, so nothing is kept.',
  QuotaExceededError: 'The browser gives this site no more room, so new data is not kept.',
  HeldUpError: 'Another tab holds the storage of this site. Close it, or reload it, to keep data again.',
  SlowOpenError: 'The storage of this site takes long to open. Nothing is kept until it is.',
  VersionError: 'A newer version of Loupe keeps its data here. Reload this page to keep data again.',
  DatabaseClosedError: 'Another tab has a newer version of Loupe. Reload this page to keep data again.',
  TimeoutError: 'The browser did not answer when the storage of this site was used, so nothing is kept.',
  AbortError: 'The browser broke off a write to the storage of this site.',
  NotReadableError: 'The browser could not read the storage of this site.',
};

/** Returns the failure that an error of IndexedDB or Dexie means; undefined when the error does not refuse storage. */
export function storageFailure(error: unknown): Failure | undefined {
  const names = errorNames(error);
  const quota = names.includes('QuotaExceededError') ? 'QuotaExceededError' : undefined;
  const name = quota ?? names.find((candidate) => Object.hasOwn(REFUSALS, candidate));
  const message = name === undefined ? undefined : REFUSALS[name];
  return message === undefined ? undefined : failure('storage', message, { raw: String(error).slice(0, 2_000) });
}

/** Returns whether `error` says that there is no more room. */
export function isOutOfRoom(error: unknown): boolean {
  return errorNames(error).includes('QuotaExceededError');
}

/**
 * The names of an error and of the errors that it wraps, outermost first, at most five. Dexie wraps errors of the
 * browser.
 */
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
