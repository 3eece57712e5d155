/** A page of internal transactions: calls inside of transactions that moved value, made a contract or destroyed one. */
import type { ReactNode } from 'react';
import type { InternalTransaction } from '../../../core/chain/internal-transaction';
import type { NativeCurrency, Network } from '../../../core/chain/network';
import type { Address } from '../../../core/chain/primitives';
import { harmlessText } from '../../../core/text/harmless';
import { StatusGlyph } from '../../ui/Badge';
import { AddressView } from '../../ui/identity/AddressView';
import { AmountView } from '../../ui/identity/AmountView';
import { BlockLink } from '../../ui/identity/BlockLink';
import { HashView } from '../../ui/identity/HashView';
import { TimeView } from '../../ui/identity/TimeView';
import type { Column } from '../../ui/table/column';
import type { CursorPaging } from '../../use-cursor-paging';
import { type Names, useNames } from '../../use-names';
import { Direction, directionOf } from './Direction';
import { type ListOrigin, ListPanel } from './ListPanel';

export function InternalPanel({
  network,
  owner,
  paging,
  ...bars
}: ListOrigin & {
  network: Network;
  /** The account whose transactions are listed; absent for those of a block, whose page says its number and time. */
  owner?: Address;
  paging: CursorPaging<InternalTransaction>;
  label: string;
  csvName: string;
  kinds?: ReactNode;
  empty: ReactNode;
}) {
  const names = useNames(
    network.id,
    (paging.rows ?? []).flatMap(({ from, to }) => [from, to]),
  );
  const columns = internalColumns(owner, names, network.nativeCurrency);
  return (
    <ListPanel
      unit="internal transaction"
      columns={owner === undefined ? columns.filter(({ label }) => !OF_ADDRESS.includes(label)) : columns}
      paging={paging}
      rowKey={({ hash, place, from, to }) => `${hash} ${place} ${from} ${to}`}
      tone={({ isFailed }) => (isFailed ? 'failure' : undefined)}
      {...bars}
    />
  );
}

/** Columns that only the lists of an address have. */
const OF_ADDRESS = ['Direction', 'Block', 'When'];

function internalColumns(
  owner: Address | undefined,
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
      csv: (row) => directionOf(owner ?? row.from, row),
      render: (row) => <Direction direction={directionOf(owner ?? row.from, row)} />,
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
