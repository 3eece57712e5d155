/** What the endpoint itself states of its rate limit, beside the quota that the reader enters. */
import type { NetworkId } from '../../../core/chain/primitives';
import { formatInteger } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import { useQuestion } from '../../use-question';

export function StatedLimit({ networkId, endpoint }: { networkId: NetworkId; endpoint: string }) {
  const answer = useQuestion('chain', `limit ${networkId} ${endpoint}`, (chain, job) =>
    chain.statedLimit(job, networkId, endpoint),
  );
  return (
    <p role="status" className="text-muted text-s">
      {answer.state === 'waiting' && 'The endpoint is asked for its limits.'}
      {answer.state === 'failed' && answer.failure.message}
      {answer.state === 'here' && wordsOf(answer.value)}
    </p>
  );
}

function wordsOf(stated: { limit?: number; remaining?: number; reset?: string } | undefined): string {
  if (stated === undefined) return 'The endpoint states no rate limit that a page may read.';
  const { limit, remaining, reset } = stated;
  const of = limit === undefined ? '' : ` of ${formatInteger(limit)}`;
  const left =
    remaining === undefined
      ? `${of}, of which it does not say how many are left`
      : `${of}: ${formatInteger(remaining)} are left`;
  return `The endpoint states a limit${left}${reset === undefined ? '' : `, reset ${harmlessText(reset, 40)}`}. It is for a short window, not for the plan.`;
}
