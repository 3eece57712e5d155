/** The newest block of each endpoint that is asked, again every some seconds while the page is visible. */
import { useEffect, useState } from 'react';
import type { NetworkId } from '../../../core/chain/primitives';
import type { Failure } from '../../../core/values/failure';
import { ok, type Result } from '../../../core/values/result';
import type { Head } from '../../../workers/chain/chain.api';
import { useQuestion } from '../../use-question';

/** Milliseconds between two questions: about the time of a block, and little for any quota. */
const INTERVAL = 15_000;

/** Endpoints of a network that are asked. */
const MAX_ASKED = 20;

export type EndpointHeads = {
  heads: ReadonlyMap<string, Result<Head, Failure>>;
  /** Highest block number of all heads; undefined before the first answer. */
  highest: number | undefined;
};

export function useEndpointHeads(networkId: NetworkId, urls: readonly string[]): EndpointHeads {
  const [round, setRound] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setRound((before) => before + 1);
    }, INTERVAL);
    return () => clearInterval(timer);
  }, []);
  const answer = useQuestion(
    'chain',
    `heads ${networkId} ${urls.join(' ')}`,
    async (chain) => ok(await Promise.all(urls.slice(0, MAX_ASKED).map((url) => chain.headOfEndpoint(networkId, url)))),
    { version: round, when: urls.length > 0 },
  );
  const answers = answer.last ?? [];
  const heads = new Map(answers.map((head, at) => [urls[at] ?? '', head]));
  const blocks = answers.flatMap((head) => (head.ok ? [head.value.blockNumber] : []));
  return { heads, highest: blocks.length === 0 ? undefined : Math.max(...blocks) };
}
