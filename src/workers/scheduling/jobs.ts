/** Jobs that can be cancelled: each has an id its caller chose, and a signal its work obeys. */
import { type Failure, failure } from '../../core/values/failure';
import { fail, type Result } from '../../core/values/result';
import type { JobId } from '../ids';
import { pauseFor } from './wait';

export type Jobs = {
  /**
   * Runs `work` under `job`. Once cancelled, the answer is code `cancelled`,
   * whatever the work makes of its aborted signal. Where a part of the app that
   * is loaded when it is needed does not come, the work is begun again a few
   * times, because a request may be lost; after that the answer says so.
   */
  run<T>(job: JobId, work: (signal: AbortSignal) => Promise<Result<T, Failure>>): Promise<Result<T, Failure>>;
  /** Aborts the job if it runs. */
  cancel(job: JobId): void;
};

/**
 * Milliseconds before the work of a job is begun again. A quarter of a second is over a dropped connection, and short
 * enough that a reader sees one wait; a second is over a change of networks. After that a request is rather refused than
 * lost, and the reader is better told than kept waiting.
 */
const WAITS = [250, 1_000];

export function createJobs(waits: readonly number[] = WAITS): Jobs {
  const running = new Map<JobId, AbortController>();
  return {
    async run(job, work) {
      const controller = new AbortController();
      running.set(job, controller);
      try {
        for (let tries = 0; ; tries++) {
          try {
            const result = await work(controller.signal);
            return controller.signal.aborted ? fail(cancelled()) : result;
          } catch (error) {
            if (controller.signal.aborted) return fail(cancelled());
            if (!isMissingPart(error)) throw error;
            if (tries === waits.length) return fail(failure('appIncomplete', MISSING_PART, { raw: error.message }));
            await pauseFor(waits[tries], controller.signal);
            if (controller.signal.aborted) return fail(cancelled());
          }
        }
      } finally {
        if (running.get(job) === controller) running.delete(job);
      }
    },
    cancel: (job) => running.get(job)?.abort(),
  };
}

const MISSING_PART =
  'A part of the app could not be loaded. Check the connection, or reload the page if there is a new version.';

/** How Chromium and Firefox, and Safari, say that a dynamic import could not be fetched. */
function isMissingPart(error: unknown): error is TypeError {
  return (
    error instanceof TypeError && /dynamically imported module|Importing a module script failed/.test(error.message)
  );
}

export function cancelled(): Failure {
  return failure('cancelled', 'Cancelled.');
}
