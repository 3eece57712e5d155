/** Calls inside of transactions that an address made or received, as explorers list them. */
import type { ReactNode } from 'react';
import type { InternalTransaction } from '../../../core/chain/internal-transaction';
import type { NativeCurrency, Network } from '../../../core/chain/network';
import type { Address } from '../../../core/chain/primitives';
import { harmlessText } from '../../../core/text/harmless';
import type { AskedPage } from '../../../workers/chain/chain.api';
import { ReadFailure } from '../../machine-actors';
import { StatusGlyph } from '../../ui/Badge';
import { EmptyState } from '../../ui/EmptyState';
import { AddressView } from '../../ui/identity/AddressView';
import { AmountView } from '../../ui/identity/AmountView';
import { BlockLink } from '../../ui/identity/BlockLink';
import { HashView } from '../../ui/identity/HashView';
import { TimeView } from '../../ui/identity/TimeView';
import type { Column } from '../../ui/table/column';
import { useCursorPaging } from '../../use-cursor-paging';
import { type Names, useNames } from '../../use-names';
import { newJobId } from '../../use-question';
import { useWiring } from '../../wiring';
import { ASKED_ORIGINS, pageOrThrow, pagesOfAsked } from './asked-pages';
import { Direction, directionOf } from './Direction';
import { ListPanel } from './ListPanel';

/** `first` is the first page. Another address is another `key`. */
export function InternalTransactions({
  network,
  address,
  kinds,
  first,
}: {
  network: Network;
  address: Address;
  kinds: ReactNode;
  first: AskedPage<InternalTransaction>;
}) {
  const { workers } = useWiring();
  const paging = useCursorPaging(
    pagesOfAsked(first, async (cursor) =>
      pageOrThrow(
        await workers.chain.internalTransactions(newJobId(), network.id, address, cursor),
        (failure) => new ReadFailure(failure),
      ),
    ),
  );
  const names = useNames(
    network.id,
    (paging.rows ?? []).flatMap(({ from, to }) => [from, to]),
  );
  return (
    <ListPanel
      label="Internal transactions of the address"
      unit="internal transaction"
      origin={first.origin === undefined ? '' : ASKED_ORIGINS[first.origin]}
      columns={internalColumns(address, names, network.nativeCurrency)}
      paging={paging}
      rowKey={({ hash, place, from, to }) => `${hash} ${place} ${from} ${to}`}
      csvName={`internal-transactions-${address}`}
      kinds={kinds}
      tone={({ isFailed }) => (isFailed ? 'failure' : undefined)}
      empty={<EmptyState title="No internal transactions on this page">There may be some on the next.</EmptyState>}
    />
  );
}

function internalColumns(
  owner: Address,
  names: Names,
  currency: NativeCurrency,
): readonly Column<InternalTransaction>[] {
  const party = (address: Address) => (
    <AddressView address={address} name={names[address]} form="name" link={address !== owner} />
  );
  return [
    { label: 'Tx Hash', csv: ({ hash }) => hash, render: ({ hash }) => <HashView hash={hash} of="transaction" /> },
    {
      label: 'Type',
      csv: ({ type }) => type,
      render: ({ type, isFailed }) => (
        <span className="inline-flex items-center gap-1">
          <code>{harmlessText(type, 16)}</code>
          {isFailed && (
            <>
              <StatusGlyph status="failed" />
              <span className="text-failure">Failed</span>
            </>
          )}
        </span>
      ),
    },
    { label: 'From', csv: ({ from }) => from, render: ({ from }) => party(from) },
    {
      label: 'Direction',
      csv: (row) => directionOf(owner, row),
      render: (row) => <Direction direction={directionOf(owner, row)} />,
    },
    { label: 'To', csv: ({ to }) => to, render: ({ to }) => (to === undefined ? '–' : party(to)) },
    {
      label: 'Value',
      numeric: true,
      csv: ({ value }) => value,
      render: ({ value }) => <AmountView wei={value} currency={currency} focusable={false} />,
    },
    {
      label: 'Block',
      numeric: true,
      wide: true,
      csv: ({ blockNumber }) => blockNumber,
      render: ({ blockNumber }) => <BlockLink number={blockNumber} />,
    },
    {
      label: 'When',
      end: true,
      csv: ({ timestamp }) => (timestamp === undefined ? undefined : new Date(timestamp * 1_000).toISOString()),
      render: ({ timestamp }) =>
        timestamp === undefined ? '–' : <TimeView time={timestamp * 1_000} focusable={false} />,
    },
  ];
}
