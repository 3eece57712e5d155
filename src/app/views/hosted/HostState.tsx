/** Whether the hosted API of a network answers, and how far it is: what tells that address and token are right. */
import type { NetworkId } from '../../../core/chain/primitives';
import { formatInteger } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import { Button } from '../../ui/Button';
import { useHost } from './use-host';

export function HostState({ networkId }: { networkId: NetworkId }) {
  const answer = useHost<'state'>({ of: 'state', networkId });
  if (answer.state === 'waiting' || (answer.state === 'here' && answer.value === undefined)) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 md:col-span-2">
      <p role="status" className="text-muted">
        {answer.state === 'failed' ? answer.failure.message : answer.value && wordsOf(answer.value)}
      </p>
      <Button size="s" variant="quiet" onClick={answer.again}>
        Ask again
      </Button>
    </div>
  );
}

function wordsOf({
  host,
  told,
}: {
  host: string;
  told: { blockNumber: number; networkName: string } | undefined;
}): string {
  const name = harmlessText(host, 60);
  if (told === undefined) return `${name} answers, and does not know this network.`;
  const listed = told.networkName === '' ? '' : ` It calls this network ${harmlessText(told.networkName, 60)}.`;
  return `${name} answers, and is at block ${formatInteger(told.blockNumber)}.${listed}`;
}
