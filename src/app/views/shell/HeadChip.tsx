import { Link } from '@tanstack/react-router';
import type { Network } from '../../../core/chain/network';
import { formatInteger } from '../../../core/format/counts';
import { formatDuration } from '../../../core/format/times';
import { harmlessText } from '../../../core/text/harmless';
import type { Failure } from '../../../core/values/failure';
import { useHead } from '../../chain-head';
import { buttonClass } from '../../ui/Button';
import { classes } from '../../ui/classes';
import { useOnline } from '../../use-online';

/** Shows the head block and how long the endpoint took to say it; in trouble, what the trouble is. Leads to the endpoints. */
export function HeadChip({ network }: { network: Network }) {
  const head = useHead(network.id);
  const { text, title, trouble } = headText(head, useOnline());
  return (
    <Link
      to="/networks"
      search={{ network: network.id }}
      title={title}
      // A kept screen says nothing of what changes with every block.
      data-fleeting="# …"
      className={classes(
        buttonClass(),
        // Keeps room for the text that changes with every block, so that nothing beside it moves.
        'min-w-[17ch] justify-center tabular-nums max-md:hidden',
        trouble ? '!border-transparent !bg-failure-soft !text-failure' : '!text-muted',
      )}
    >
      {trouble && <span aria-hidden>▲</span>}
      {text}
      <span className="sr-only">{title}</span>
    </Link>
  );
}

const TROUBLES: Partial<Record<Failure['code'], string>> = {
  noEndpoint: 'No endpoint',
  endpointDown: 'Endpoint down',
  wrongChain: 'Wrong chain',
  rateLimited: 'Rate limited',
  timeout: 'Endpoint slow',
};

const UNREACHED: ReadonlySet<Failure['code']> = new Set(['endpointDown', 'timeout']);

/**
 * Returns the text and the title of the chip.
 * @internal
 */
export function headText(
  head: ReturnType<typeof useHead>,
  online: boolean,
): { text: string; title: string; trouble: boolean } {
  if (head === undefined) return { text: '# …', title: 'Asking the endpoint for the latest block', trouble: false };
  if (!head.ok) {
    // Without a network the endpoint is not what to look after.
    if (!online && UNREACHED.has(head.error.code))
      return { text: 'Offline', title: 'You are offline, so no endpoint can be asked.', trouble: true };
    return { text: TROUBLES[head.error.code] ?? 'Endpoint trouble', title: head.error.message, trouble: true };
  }
  const { blockNumber, latency, endpoint, rateLimitedUntil } = head.value;
  const text = `#${formatInteger(blockNumber)} · ${formatDuration(latency)}`;
  const name = harmlessText(endpoint, 80);
  return rateLimitedUntil !== undefined && rateLimitedUntil > Date.now()
    ? { text: 'Rate limited', title: `${name} limits the rate. Latest block ${text}`, trouble: true }
    : { text, title: `Latest block and round trip of ${name}`, trouble: false };
}
