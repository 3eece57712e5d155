/** What the deployment's hosted API finds for the text: asked a while after the last key, on narrow screens when the reader says so. */
import { useEffect, useState } from 'react';
import { classifyQuery } from '../../../core/chain/parse';
import type { HostedFound } from '../../../core/hosted/found';
import type { Failure } from '../../../core/values/failure';
import { readPreference } from '../../../db/reader/preferences';
import { useMediaQuery } from '../../ui/use-media-query';
import { useQuestion } from '../../use-question';
import { useStored } from '../../use-stored';
import { useWiring } from '../../wiring';

/** Milliseconds after the last key; visitors of an explorer do not know that each text goes to a host. */
const PAUSE = { workbench: 350, explorer: 1_000 } as const;
const NARROW = '(max-width: 767px)';

export type HostSearch = {
  found: readonly HostedFound[];
  failed?: { failure: Failure; again: () => void };
  isAsking: boolean;
  /** Present while the reader has to say that the text is to be searched for. */
  ask?: () => void;
};

const NOTHING: HostSearch = { found: [], isAsking: false };

/** `text` is a name; hashes, addresses and blocks name themselves. */
export function useHostSearch(text: string): HostSearch {
  const { config } = useWiring();
  const hasSearch = config.hostedApi?.paths.search !== undefined;
  const isAllowed = useStored(
    async () => hasSearch && (await readPreference('providers')).hosted === true,
    [hasSearch],
  );
  const isNarrow = useMediaQuery(NARROW);
  const wanted = text.trim();
  const isName = isAllowed === true && classifyQuery(wanted).kind === 'text';
  const [asked, setAsked] = useState<string>();
  useEffect(() => {
    if (!isName || isNarrow) return;
    const timer = setTimeout(() => setAsked(wanted), PAUSE[config.variant]);
    return () => clearTimeout(timer);
  }, [isName, isNarrow, wanted, config.variant]);
  const isAsked = isName && asked === wanted;
  const answer = useQuestion('chain', `host search ${wanted}`, (chain, job) => chain.searchHost(job, wanted), {
    when: isAsked,
  });
  if (!isName) return NOTHING;
  if (!isAsked) return { ...NOTHING, ...(isNarrow ? { ask: () => setAsked(wanted) } : {}) };
  if (answer.state === 'failed') {
    return { ...NOTHING, failed: { failure: answer.failure, again: answer.again } };
  }
  return { found: answer.state === 'here' ? answer.value : [], isAsking: answer.state === 'waiting' };
}
