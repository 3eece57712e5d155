import { useLiveQuery } from 'dexie-react-hooks';
import type { Address } from '../../../core/chain/primitives';
import type { KeptTransaction } from '../../../db/rows/transaction-row';
import { readTransactionsOf } from '../../../db/transactions';
import { useNetwork } from '../../network-context';
import { StatusGlyph } from '../../ui/Badge';
import { type Column, DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { AddressView } from '../../ui/identity/AddressView';
import { AmountView } from '../../ui/identity/AmountView';
import { BlockLink } from '../../ui/identity/BlockLink';
import { HashView } from '../../ui/identity/HashView';
import { Panel } from '../../ui/Panel';
import { SkeletonRows } from '../../ui/Skeleton';
import { useNames } from '../../use-names';

const SHOWN = 20; // spec §9

/** The transactions of an address that this browser has kept. A node has no list of them, and says so here. */
export function SeenTransactions({ address }: { address: Address }) {
  const { network } = useNetwork();
  const rows = useLiveQuery(() => readTransactionsOf(network.id, address, SHOWN), [network.id, address]);
  const names = useNames(network.id, rows?.flatMap(({ transaction: { from, to } }) => [from, to]) ?? []);
  const columns: readonly Column<KeptTransaction>[] = [
    { label: 'Tx Hash', render: ({ hash }) => <HashView hash={hash} of="transaction" /> },
    {
      label: 'Status',
      render: ({ receipt }) =>
        receipt ? receipt.status && <StatusGlyph status={receipt.status} /> : <StatusGlyph status="pending" />,
    },
    {
      label: 'From',
      render: ({ transaction }) => <AddressView address={transaction.from} name={names[transaction.from]} />,
    },
    {
      label: 'To',
      render: ({ transaction }) =>
        transaction.to ? (
          <AddressView address={transaction.to} name={names[transaction.to]} />
        ) : (
          <span className="text-create">Contract creation</span>
        ),
    },
    {
      label: 'Block',
      numeric: true,
      render: ({ transaction }) =>
        transaction.blockNumber === undefined ? '–' : <BlockLink number={transaction.blockNumber} />,
    },
    {
      label: 'Value',
      numeric: true,
      render: ({ transaction }) => (
        <AmountView wei={transaction.value} currency={network.nativeCurrency} focusable={false} />
      ),
    },
  ];
  return (
    <Panel title="Transactions" aside="seen by this browser">
      {rows === undefined ? (
        <SkeletonRows count={4} label="Loading transactions" />
      ) : rows.length === 0 ? (
        <EmptyState title="None of its transactions was opened here">
          A node cannot list the transactions of an address; that needs an index, which Loupe does not have yet. Those
          you open in this browser are listed here.
        </EmptyState>
      ) : (
        <>
          <DataTable
            label="Transactions seen by this browser"
            columns={columns}
            rows={rows}
            rowKey={({ hash }) => hash}
          />
          <p className="border-line border-t bg-raised px-3 py-2 text-muted">
            Only what was opened in this browser: a node cannot list the transactions of an address, and Loupe has no
            index yet.
          </p>
        </>
      )}
    </Panel>
  );
}
