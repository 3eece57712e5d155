/**
 * Tables of methods by handle. An entry loads the function that answers, which
 * takes in place of the handle what the handle stands for:
 *
 *     { events: async () => (await import('./events')).listEvents }
 *
 * Methods that a class or an object already has under the name of the contract
 * are in no table (`withRest`).
 */
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { JobId, TraceHandle } from '../ids';
import type { Jobs } from '../jobs';

/** A function of a subject. */
type Answer<S, R> = (subject: S, ...args: never[]) => R;
type Table<S, R> = Readonly<Record<string, () => Promise<Answer<S, R>>>>;
type Rest<F> = F extends (subject: never, ...args: infer A) => unknown ? A : never;
type Answered<F> = F extends (...args: never[]) => infer R ? Awaited<R> : never;

/** The same functions by handle. */
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

/** An interface of methods that run as jobs, as what answers has it: with the signal of the job in its place. */
export type WithSignal<T> = {
  [K in keyof T]: T[K] extends (job: JobId, ...args: infer A) => Promise<Result<infer V, Failure>>
    ? (signal: AbortSignal, ...args: A) => Promise<Result<V, Failure>>
    : never;
};

type Subject = Readonly<Record<string, (...args: unknown[]) => unknown>>;
type Works = Readonly<Record<string, (...args: unknown[]) => Promise<Result<unknown, Failure>>>>;

/**
 * Returns `own` with the methods that it lacks. One that is called with a handle, a number, is the method of that name of
 * what the handle stands for; one that is called with a job, a text, runs as that job, and `works` is loaded for it.
 */
export function withRest<ByHandle, ByJob, Own extends object>(
  own: Own,
  subject: (handle: TraceHandle) => Promise<OfSubject<ByHandle>>,
  works: () => Promise<WithSignal<ByJob>>,
  jobs: Jobs,
): Own & ByHandle & ByJob {
  const rest =
    (name: string) =>
    async (first: TraceHandle | JobId, ...args: unknown[]) => {
      if (typeof first === 'number') return ((await subject(first)) as Subject)[name](...args);
      return jobs.run(first, async (signal) => ((await works()) as Works)[name](signal, ...args));
    };
  return new Proxy(own, {
    get: (target, name) =>
      name in target || typeof name === 'symbol' || name === 'then' ? Reflect.get(target, name) : rest(name),
  }) as Own & ByHandle & ByJob;
}

/** Methods whose subject is always there. */
export function answersOf<S, T extends Table<S, unknown>>(
  subject: (handle: TraceHandle) => Promise<S>,
  table: T,
): ByHandle<T> {
  return mapped<S, T>(table, (load) => async (handle, ...args) => {
    const [answer, found] = await Promise.all([load(), subject(handle)]);
    return answer(found, ...args);
  });
}

/** Methods whose subject may be missing: its failure is the answer then. */
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
  const entries = Object.entries<() => Promise<Answer<S, unknown>>>(table).map(([name, load]) => [name, method(load)]);
  return Object.fromEntries(entries) as ByHandle<T>;
}
