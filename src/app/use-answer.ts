import { useCallback, useEffect, useRef, useState } from 'react';
import { type Failure, failure } from '../core/failure';
import type { Result } from '../core/result';
import type { JobId } from '../workers/trace/trace.api';
import { useTraceApi } from './wiring';

export type Answer<T> = { state: 'waiting' } | { state: 'here'; value: T } | { state: 'failed'; failure: Failure };

/** A job id no other call of this page has. */
export function newJobId(): JobId {
  jobs += 1;
  return `job-${jobs}` as JobId;
}
let jobs = 0;

/**
 * Asks a worker whenever `key` changes, and cancels what is no longer wanted.
 * Only the answer to the present key is ever returned. `again` asks once more
 * and keeps what is shown until then, unless it was a failure.
 */
export function useAnswer<T>(
  key: string,
  ask: (job: JobId) => Promise<Result<T, Failure>>,
): Answer<T> & { again: () => void } {
  const api = useTraceApi();
  const [round, setRound] = useState(0);
  const [answer, setAnswer] = useState<{ key: string; answer: Answer<T> }>({ key, answer: { state: 'waiting' } });
  const latest = useRef(ask);
  latest.current = ask;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` is what `again` changes
  useEffect(() => {
    const job = newJobId();
    let wanted = true;
    void settle(latest.current, job).then((result) => {
      if (!wanted) return;
      wanted = false;
      setAnswer({
        key,
        answer: result.ok ? { state: 'here', value: result.value } : { state: 'failed', failure: result.error },
      });
    });
    return () => {
      if (!wanted) return;
      wanted = false;
      api.cancel(job).catch(() => {}); // a worker that died has nothing left to cancel
    };
  }, [api, key, round]);

  const again = useCallback(() => {
    setAnswer((was) => (was.answer.state === 'failed' ? { ...was, answer: { state: 'waiting' } } : was));
    setRound((was) => was + 1);
  }, []);
  const current: Answer<T> = answer.key === key ? answer.answer : { state: 'waiting' };
  return { ...current, again };
}

/** The answer; a call lost with its worker is made once more, because the client has started a new one by then. */
async function settle<T>(ask: (job: JobId) => Promise<Result<T, Failure>>, job: JobId): Promise<Result<T, Failure>> {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      return await ask(job);
    } catch (error) {
      if (!(error instanceof Error && error.name === 'WorkerStoppedError')) throw error;
    }
  }
  return { ok: false, error: failure('cancelled', 'The engine stopped before it answered.') };
}
