import { useState } from 'react';
import type { Capabilities, Endpoint } from '../../../core/chain/network';
import type { Failure } from '../../../core/values/failure';
import { useQuestion } from '../../use-question';

export type Probe = { start: () => void } & (
  | { state: 'idle' }
  | { state: 'running' }
  | { state: 'done'; capabilities: Capabilities }
  | { state: 'failed'; failure: Failure }
);

/** Tries an endpoint on demand (the engine keeps what it finds of a known one), and gives up when the component leaves. */
export function useProbe({ networkId, url }: Pick<Endpoint, 'networkId' | 'url'>): Probe {
  const [round, setRound] = useState(0);
  const answer = useQuestion(
    'chain',
    `probe ${networkId} ${url} ${round}`,
    (chain, job) => chain.probe(job, { networkId, url }),
    { when: round > 0 },
  );
  const start = () => setRound((before) => before + 1);
  if (round === 0) return { state: 'idle', start };
  switch (answer.state) {
    case 'waiting':
      return { state: 'running', start };
    case 'here':
      return { state: 'done', capabilities: answer.value, start };
    case 'failed':
      return { state: 'failed', failure: answer.failure, start };
  }
}
