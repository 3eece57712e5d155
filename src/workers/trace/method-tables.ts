/**
 * Tables of methods by handle. An entry loads the function that answers, which
 * takes in place of the handle what the handle stands for:
 *
 *     { events: async () => (await import('./events')).listEvents }
 */
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { TraceHandle } from '../ids';
import { once } from '../scheduling/once';

/** A function of a subject. */
type Answer<S, R> = (subject: S, ...args: never[]) => R;
type Table<S, R> = Readonly<Record<string, () => Promise<Answer<S, R>>>>;
type Rest<F> = F extends (subject: never, ...args: infer A) => unknown ? A : never;
type Answered<F> = F extends (...args: never[]) => infer R ? Awaited<R> : never;

/** The functions of a table, with a handle in place of their subject. */
type ByHandle<T extends Table<never, unknown>> = {
  [K in keyof T]: (
    handle: TraceHandle,
    ...args: Rest<Awaited<ReturnType<T[K]>>>
  ) => Promise<Answered<Awaited<ReturnType<T[K]>>>>;
};

/** An interface of methods by handle, as the thing behind the handle implements it. */
export type OfSubject<T> = {
  [K in keyof T]: T[K] extends (handle: TraceHandle, ...args: infer A) => Promise<infer R>
    ? (...args: A) => R | Promise<R>
    : never;
};

/** Returns methods whose subject is always there. */
export function answersOf<S, T extends Table<S, unknown>>(
  subject: (handle: TraceHandle) => Promise<S>,
  table: T,
): ByHandle<T> {
  return mapped<S, T>(table, (load) => async (handle, ...args) => {
    const [answer, found] = await Promise.all([load(), subject(handle)]);
    return answer(found, ...args);
  });
}

/** Returns methods whose subject may be missing: its failure is the answer then. */
export function resultsOf<S, T extends Table<S, Result<unknown, Failure> | Promise<Result<unknown, Failure>>>>(
  subject: (handle: TraceHandle) => Promise<Result<S, Failure>>,
  table: T,
): ByHandle<T> {
  return mapped<S, T>(table, (load) => async (handle, ...args) => {
    const [answer, found] = await Promise.all([load(), subject(handle)]);
    return found.ok ? answer(found.value, ...args) : found;
  });
}

function mapped<S, T extends Table<S, unknown>>(
  table: T,
  method: (load: () => Promise<Answer<S, unknown>>) => (handle: TraceHandle, ...args: never[]) => Promise<unknown>,
): ByHandle<T> {
  // An import of loaded code takes a turn of the event loop, which is long while something is executed.
  const entries = Object.entries<() => Promise<Answer<S, unknown>>>(table).map(([name, load]) => [
    name,
    method(once(load)),
  ]);
  return Object.fromEntries(entries) as ByHandle<T>;
}
