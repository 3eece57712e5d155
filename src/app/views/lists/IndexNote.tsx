/** What a list lacks, and what the reader can do about it. How far an index is that grows stands above the rows: it changes all the time. */
import { Link } from '@tanstack/react-router';
import type { Network } from '../../../core/chain/network';
import { formatInteger } from '../../../core/format/counts';
import { Button } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import { type ChainIndex, DEFAULT_WINDOW } from '../../use-chain-index';

export function IndexNote({ network, index, what }: { network: Network; index: ChainIndex; what: string }) {
  const { state, from, percent, choose, choice } = index;
  const window = choice?.window ?? DEFAULT_WINDOW;
  const settings = (
    <Link to="/settings" search={{ network: network.id }} hash="index" className="link">
      Settings
    </Link>
  );
  return (
    <div role="status" className="empty:hidden">
      {state === 'paused' && (
        <Callout
          actions={
            <Button size="s" onClick={() => choose({ state: 'on', window })}>
              Go on
            </Button>
          }
        >
          The index of this chain is paused at {percent} %. Newer data is missing. {settings}
        </Callout>
      )}
      {state === 'off' && (
        <Callout
          actions={
            <Button size="s" onClick={() => choose({ state: 'on', window })}>
              Index the last {formatInteger(window)} blocks
            </Button>
          }
        >
          A node does not list {what.toLowerCase()}: this list has only those that this browser has seen. {settings}
        </Callout>
      )}
      {state === 'whole' && from !== undefined && from > 0 && (
        <Callout tone="accent">
          Indexed from block {formatInteger(from)} to the head. Older blocks are missing. {settings}
        </Callout>
      )}
    </div>
  );
}

/** Does as `originOf`, for rows that only traced blocks have. */
export function originOfTraced(index: ChainIndex): ReturnType<typeof originOf> {
  const traced = index.progress?.traced?.at(-1);
  const said = originOf(index);
  if (traced === undefined) return { ...said, completeness: 'of which no block was traced yet' };
  const isWhole = index.from !== undefined && traced.first <= index.from;
  const part = `blocks ${formatInteger(traced.first)} to ${formatInteger(traced.last)} were traced`;
  return isWhole && index.state === 'whole'
    ? { ...said, completeness: part }
    : { ...said, completeness: part, isFilling: true };
}

/** Returns that the endpoint limits calls, so that the index grows slowly; undefined while it refused none. */
export function limitText(callRate: number | undefined): string | undefined {
  if (callRate === undefined) return undefined;
  return `the endpoint limits calls, of which ${callRate.toLocaleString('en-US')} a second are left for the index`;
}

/** Returns where the rows come from, in the words of the bar above them, whether older ones are still to come, and whether this is not known yet. */
export function originOf({ state, from, percent, progress }: ChainIndex): {
  origin: string;
  completeness?: string;
  isFilling: boolean;
  isUnknown: boolean;
} {
  const isFilling = state === 'filling';
  const isUnknown = state === undefined;
  if (state === 'off' || isUnknown) return { origin: 'seen by this browser', isFilling, isUnknown };
  const extent = from === undefined ? undefined : `blocks ${formatInteger(from)} to the head`;
  const growing = isFilling ? `older ones are being backfilled, ${percent} %; data may be missing` : undefined;
  const limited = isFilling ? limitText(progress?.callRate) : undefined;
  const completeness = [extent, growing, limited].filter((part) => part !== undefined).join('; ');
  return {
    origin: 'from this browser’s index',
    ...(completeness === '' ? {} : { completeness }),
    isFilling,
    isUnknown,
  };
}
