/**
 * Interfaces whose methods are loaded when the first of them is asked. The
 * engine comes with every page, so it has of each service what a page asks
 * first, and the names of what runs as a job.
 */
import type { Failure } from '../core/values/failure';
import type { Result } from '../core/values/result';
import type { JobId } from './ids';
import type { Jobs } from './scheduling/jobs';

/** An interface of methods that run as jobs, as what answers has it: with the signal of the job in its place. */
export type WithSignal<T> = {
  [K in keyof T]: T[K] extends (job: JobId, ...args: infer A) => Promise<Result<infer V, Failure>>
    ? (signal: AbortSignal, ...args: A) => Promise<Result<V, Failure>>
    : never;
};

/** Returns methods that run as jobs; the code that answers is loaded with the first of them. */
export function jobsOf<T>(jobs: Jobs, load: () => Promise<WithSignal<T>>, names: Readonly<Record<keyof T, true>>): T {
  type Method = (signal: AbortSignal, ...args: unknown[]) => Promise<Result<unknown, Failure>>;
  const entries = Object.keys(names).map((name) => [
    name,
    (job: JobId, ...args: unknown[]) =>
      jobs.run(job, async (signal) => {
        const found = (await load()) as Readonly<Record<string, Method>>;
        return found[name](signal, ...args);
      }),
  ]);
  return Object.fromEntries(entries) as T;
}

/**
 * Returns an interface of which `own` is here, and all other methods are in the part that `load` gives, which the
 * first of them loads. They are no jobs of their own: where the part does not come, they reject.
 */
export function withPart<Own extends object, Part extends object>(own: Own, load: () => Promise<Part>): Own & Part {
  type Method = (...args: unknown[]) => unknown;
  return new Proxy(own, {
    get: (here, name) =>
      name in here || typeof name === 'symbol' || name === 'then'
        ? Reflect.get(here, name)
        : async (...args: unknown[]) => ((await load()) as Readonly<Record<string, Method>>)[name](...args),
  }) as Own & Part;
}
