/** Opens the trace of a mined transaction in the worker, and opens it again when the worker lost it. */
import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import type { Hash } from '../../../core/chain/primitives';
import type { Failure } from '../../../core/failure';
import type { TraceService, Workers } from '../../../workers/client';
import type { Progress, TransactionKey } from '../../../workers/ids';
import type { OpenedTrace, TraceSummary } from '../../../workers/trace/open-trace.api';
import type { Outcome } from '../../../workers/trace/rows.api';
import { contentShown } from '../../content';
import { newJobId } from '../../use-question';
import { stopped } from './use-transaction';

export type OpenTrace =
  | { state: 'opening'; progress: Progress | undefined; cancel: () => void }
  /** `known` grows when more became known of it, names mostly: what was asked before reads otherwise now. */
  | {
      state: 'open';
      summary: TraceSummary;
      first: OpenedTrace['first'];
      outcome: Outcome | undefined;
      known: number;
      /** How far the execution is that goes on behind the rows. */
      replay?: Progress | undefined;
      cancelReplay: () => void;
    }
  | { state: 'failed'; failure: Failure }
  /** Not mined yet. */
  | { state: 'none' };

export type TraceControl = {
  trace: OpenTrace;
  /** Opens it once more, because the reader asks for it. */
  reopen: () => void;
  /** The worker no longer has it: opens it once more, unless that happens over and over. */
  lost: (error: unknown) => void;
};

/** Losses within the time, ms, after which it is left to the reader. */
const TOLERATED = { losses: 3, within: 60_000 };

type TraceEngine = Pick<TraceService, 'openTrace' | 'closeTrace' | 'cancelReplay' | 'outcome' | 'cancel'>;

/** `blockHash` is the inclusion whose trace is wanted, undefined while there is none. */
export function useOpenTrace(
  api: TraceEngine,
  subscribe: Workers['subscribe'],
  key: TransactionKey,
  blockHash: Hash | undefined,
): TraceControl {
  const [trace, setTrace] = useState<OpenTrace>({ state: 'none' });
  const [attempt, setAttempt] = useState(0);
  const { networkId, hash } = key;

  const losses = useRef<number[]>([]);
  const lost = useCallback((error: unknown) => {
    const now = Date.now();
    losses.current = [...losses.current.filter((time) => now - time < TOLERATED.within), now];
    if (losses.current.length > TOLERATED.losses) setTrace({ state: 'failed', failure: stopped(error) });
    else setAttempt((before) => before + 1);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt opens it once more
  useEffect(() => {
    if (blockHash === undefined) {
      setTrace({ state: 'none' });
      return;
    }
    let current = true;
    let opened: TraceSummary | undefined;
    let first: OpenedTrace['first'];
    let known = 0;
    const job = newJobId();
    const cancel = () => void api.cancel(job).catch(() => undefined);
    const onProgress = (progress: Progress) => {
      if (current && !opened) setTrace({ state: 'opening', progress, cancel });
    };
    const open = async () => {
      setTrace({ state: 'opening', progress: undefined, cancel });
      // The worker loads code for it, which is not to compete with what the page was opened for.
      await contentShown();
      if (!current) return;
      const answer = await api.openTrace(job, { networkId, hash }, onProgress);
      if (!answer.ok) {
        if (current) setTrace({ state: 'failed', failure: answer.error });
        return;
      }
      if (!current) {
        await api.closeTrace(answer.value.handle);
        return;
      }
      opened = answer.value;
      first = answer.value.first;
      show(opened, first.outcome);
    };
    const show = (summary: TraceSummary, outcome: Outcome | undefined) => {
      const cancelReplay = () => void api.cancelReplay(summary.handle).catch(() => undefined);
      startTransition(() => setTrace({ state: 'open', summary, first, outcome, known, cancelReplay }));
    };
    const tell = async (summary: TraceSummary) => {
      const outcome = await api.outcome(summary.handle);
      // Another may have come while this one was asked for.
      if (current && opened === summary) show(summary, outcome);
    };
    const stop = subscribe((event) => {
      if (event.type === 'restarted' && event.worker === 'engine' && opened) lost(new Error(event.message));
      if (!opened || !('handle' in event) || event.handle !== opened.handle) return;
      if (event.type === 'closed') lost(new Error('The trace was closed for newer ones.'));
      else if (event.type === 'replaying') {
        const { progress } = event;
        setTrace((now) => (now.state === 'open' && now.summary.replaying ? { ...now, replay: progress } : now));
      } else {
        if (event.type === 'replayed') opened = event.summary;
        known += 1;
        tell(opened).catch(lost);
      }
    });
    open().catch((error: unknown) => current && setTrace({ state: 'failed', failure: stopped(error) }));
    return () => {
      current = false;
      stop();
      if (opened) api.closeTrace(opened.handle).catch(() => undefined);
      else cancel();
    };
  }, [api, subscribe, lost, networkId, hash, blockHash, attempt]);

  const reopen = useCallback(() => setAttempt((before) => before + 1), []);
  return { trace, reopen, lost };
}
