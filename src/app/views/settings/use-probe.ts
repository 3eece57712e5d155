import { useEffect, useRef, useState } from 'react';
import type { Capabilities, Endpoint } from '../../../core/chain/network';
import { type Failure, failure } from '../../../core/failure';
import type { JobId } from '../../../workers/ids';
import { newJobId } from '../../use-question';
import { useChainApi } from '../../wiring';

export type Probe = { start: () => void } & (
  | { state: 'idle' }
  | { state: 'running' }
  | { state: 'done'; capabilities: Capabilities }
  | { state: 'failed'; failure: Failure }
);

type State =
  | { state: 'idle' }
  | { state: 'running' }
  | { state: 'done'; capabilities: Capabilities }
  | { state: 'failed'; failure: Failure };

/** Tries an endpoint on demand (the engine keeps what it finds of a known one), and gives up when the component leaves. */
export function useProbe({ networkId, url }: Pick<Endpoint, 'networkId' | 'url'>): Probe {
  const api = useChainApi();
  const [state, setState] = useState<State>({ state: 'idle' });
  const running = useRef<JobId>(undefined);
  useEffect(
    () => () => {
      if (running.current) api.cancel(running.current).catch(() => {}); // a worker that died has nothing left to cancel
      running.current = undefined;
    },
    [api],
  );

  async function run() {
    const job = newJobId();
    running.current = job;
    setState({ state: 'running' });
    const result = await api
      .probe(job, { networkId, url })
      .catch(() => ({ ok: false as const, error: failure('cancelled', 'The engine stopped before it answered.') }));
    if (running.current !== job) return;
    running.current = undefined;
    if (!result.ok) {
      setState({ state: 'failed', failure: result.error });
      return;
    }
    setState({ state: 'done', capabilities: result.value });
  }
  return { ...state, start: () => void run() };
}
