/** What watches found, newest first, and what nobody looked at. */
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Network } from '../../../core/chain/network';
import { formatInteger } from '../../../core/format/counts';
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import type { Watch, WatchId } from '../../../core/watch/watch';
import type { WatchMatchRow } from '../../../db/rows/watch-row';
import { markSeen } from '../../../db/watches/unread-finds';
import { readMatches, readWatchProgress } from '../../../db/watches/watches';
import { Badge } from '../../ui/Badge';
import { Callout } from '../../ui/Callout';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { TimeView } from '../../ui/identity/TimeView';
import { Panel } from '../../ui/Panel';
import type { Column } from '../../ui/table/column';
import { useLatest } from '../../ui/use-latest';
import { useStored } from '../../use-stored';

/** Finds that are shown. */
const SHOWN = 100;

export function Finds({ watches, networks }: { watches: readonly Watch[]; networks: readonly Network[] }) {
  const ids = watches.map(({ id }) => id);
  const finds = useStored(() => readMatches(SHOWN, ids), [ids.join()]);
  useLookedAt(ids, finds?.[0]?.foundAt);
  const names = new Map(watches.map(({ id, name }) => [id, name]));
  const watched = networks.filter(({ id }) => watches.some(({ networkId }) => networkId === id));
  return (
    <>
      {watched.map((network) => (
        <Gaps key={network.id} network={network} />
      ))}
      <Panel title="Found" aside={`the newest ${formatInteger(SHOWN)}`}>
        <DataTable
          label="Found"
          columns={columnsOf(names, networks)}
          rows={finds}
          loadingRows={3}
          rowKey={({ watchId, key }) => `${watchId} ${key}`}
          tone={({ isGone }) => (isGone ? 'pending' : undefined)}
          empty={
            <EmptyState title="Nothing was found yet">What the watches find in new blocks is listed here.</EmptyState>
          }
        />
      </Panel>
    </>
  );
}

/** Keeps that the reader looked at what these watches found, `newest` included (ms since the epoch), while the page is to be seen. */
function useLookedAt(ids: readonly WatchId[], newest: number | undefined): void {
  const latest = useLatest(ids);
  const names = ids.join();
  useEffect(() => {
    if (newest === undefined || names === '') return;
    const look = () => {
      if (document.visibilityState === 'visible') void markSeen(latest.current, Math.max(newest, Date.now()));
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [names, newest]);
}

/** How far the chain was looked at, and the blocks that were left out. */
function Gaps({ network }: { network: Network }) {
  const progress = useStored(() => readWatchProgress(network.id), [network.id]);
  if (progress === undefined) return null;
  const name = harmlessText(network.name, 40);
  return (
    <>
      <p className="text-muted">
        {name}: looked at up to block {formatInteger(progress.next - 1)}.
      </p>
      {progress.gaps.length > 0 && (
        <Callout>
          {name}:{' '}
          {progress.gaps
            .map(({ first, last, of }) => {
              const blocks =
                first === last
                  ? `block ${formatInteger(first)}`
                  : `blocks ${formatInteger(first)} to ${formatInteger(last)}`;
              return of === 'blocks' ? `${blocks} not checked` : `no endpoint has the state of ${blocks}`;
            })
            .join('; ')}
          .
        </Callout>
      )}
    </>
  );
}

function columnsOf(names: ReadonlyMap<string, string>, networks: readonly Network[]): readonly Column<WatchMatchRow>[] {
  return [
    {
      label: 'Watch',
      render: ({ watchId, isGone, webhookFailure }) => (
        <span className="inline-flex min-w-0 max-w-full flex-wrap items-center gap-2">
          <bdi className="truncate">{harmlessText(names.get(watchId) ?? '', 60)}</bdi>
          {isGone && (
            <Badge tone="pending" title="A reorganisation took it out of the chain">
              gone
            </Badge>
          )}
          {webhookFailure !== undefined && (
            <Badge tone="failure" title={harmlessText(webhookFailure, 120)}>
              webhook not told
            </Badge>
          )}
        </span>
      ),
    },
    {
      label: 'What matched',
      csv: ({ what }) => what,
      render: ({ what }) => <bdi title={harmlessText(what, 300)}>{harmlessText(what, 160)}</bdi>,
    },
    {
      label: 'Transaction',
      render: ({ networkId, transactionHash }) => {
        const route = networks.find(({ id }) => id === networkId)?.route ?? String(networkId);
        return transactionHash === undefined ? (
          <span className="text-muted">–</span>
        ) : (
          <Link
            to="/{-$network}/tx/$hash/{-$tab}"
            params={{ network: route, hash: transactionHash, tab: undefined }}
            className="link mono"
          >
            {shorten(transactionHash)}
          </Link>
        );
      },
    },
    {
      label: 'Block',
      numeric: true,
      render: ({ networkId, blockNumber }) => (
        <Link
          to="/{-$network}/block/$block"
          params={{
            network: networks.find(({ id }) => id === networkId)?.route ?? String(networkId),
            block: String(blockNumber),
          }}
          className="link"
        >
          {formatInteger(blockNumber)}
        </Link>
      ),
    },
    { label: 'Found', end: true, render: ({ foundAt }) => <TimeView time={foundAt} focusable={false} /> },
  ];
}
