/** A question that a component asks of a worker, with its failure and a retry. */
import { startTransition, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { type Failure, failure } from '../core/values/failure';
import type { Result } from '../core/values/result';
import type { Workers } from '../workers/client';
import type { JobId } from '../workers/ids';
import { useWiring } from './wiring';

export type Answer<T> = { state: 'waiting' } | { state: 'here'; value: T } | { state: 'failed'; failure: Failure };

/** The workers whose jobs can be cancelled. */
export type JobWorker = {
  [Name in keyof Workers]: Workers[Name] extends { cancel(job: JobId): Promise<void> } ? Name : never;
}[keyof Workers];

/** Returns a job id that no other call of this page has. */
export function newJobId(): JobId {
  jobs++;
  return `job-${jobs}` as JobId;
}
let jobs = 0;

type Options = {
  /** The question is asked again when `version` changes. The older answer is returned until then. */
  version?: unknown;
  /** While false, nothing is asked, and an answer that is there stays. */
  when?: boolean;
};

export type Question<T> = Answer<T> & {
  /** The last value for the key: still there when a later answer is a failure. */
  last: T | undefined;
  /** Asks once more. What is shown stays until then, unless it is a failure. */
  again: () => void;
};

/**
 * Asks the named worker whenever `key` changes, and cancels there what is no
 * longer wanted. Only an answer for the present key is returned.
 */
export function useQuestion<Name extends JobWorker, T>(
  name: Name,
  key: string,
  ask: (worker: Workers[Name], job: JobId) => Promise<Result<T, Failure>>,
  options?: Options,
): Question<T> {
  return useQuestionOf(useWiring().workers[name] as Workers[Name], key, ask, options);
}

/** Does as `useQuestion`, for a worker that the component was given. */
export function useQuestionOf<Worker extends { cancel(job: JobId): Promise<void> }, T>(
  worker: Worker,
  key: string,
  ask: (worker: Worker, job: JobId) => Promise<Result<T, Failure>>,
  { version, when = true }: Options = {},
): Question<T> {
  const [round, setRound] = useState(0);
  const [answered, setAnswered] = useState<Answered<T>>({ key, answer: WAITING, last: undefined });
  const askNow = useEffectEvent(ask);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` and `round` ask again
  useEffect(() => {
    if (!when) return;
    const job = newJobId();
    let isOpen = true;
    const onResult = (result: Result<T, Failure>) => {
      if (!isOpen) return;
      isOpen = false;
      // An answer may be a whole panel: rendered in slices, behind what the reader does.
      startTransition(() =>
        setAnswered(({ key: earlier, last }) => {
          if (result.ok) return { key, answer: { state: 'here', value: result.value }, last: result.value };
          return {
            key,
            answer: { state: 'failed', failure: result.error },
            last: earlier === key ? last : undefined,
          };
        }),
      );
    };
    void settleQuestion(() => askNow(worker, job)).then(onResult, (error: unknown) => {
      // What was asked of is gone with the page that asked, for example a trace that was closed.
      if (isOpen) throw error;
    });
    return () => {
      if (!isOpen) return;
      isOpen = false;
      // The question that takes its place in this instant is asked first: it joins work that ends when nobody waits for it.
      queueMicrotask(() => {
        worker.cancel(job).catch(() => {}); // a worker that died has nothing left to cancel
      });
    };
  }, [worker, key, version, when, round]);

  const again = useCallback(() => {
    setAnswered((before) => (before.answer.state === 'failed' ? { ...before, answer: WAITING } : before));
    setRound((before) => before + 1);
  }, []);
  return answered.key === key
    ? { ...answered.answer, last: answered.last, again }
    : { ...WAITING, last: undefined, again };
}

type Answered<T> = { key: string; answer: Answer<T>; last: T | undefined };

const WAITING = { state: 'waiting' } as const;

/** Returns the answer. A call that is lost with its worker is made once more, because the client has started a new worker by then. */
export async function settleQuestion<T>(ask: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Error && error.name === 'WorkerStoppedError')) throw error;
    }
  }
  return { ok: false, error: failure('cancelled', 'The engine stopped before it answered.') };
}
