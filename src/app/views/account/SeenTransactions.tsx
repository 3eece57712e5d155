import type { Network } from '../../../core/chain/network';
import type { Address } from '../../../core/chain/primitives';
import type { TransactionSummary } from '../../../core/chain/summaries';
import { ActivityRole } from '../../../db/rows/transaction-summary-row';
import { type AddressTransaction, readTransactionsOfAddress } from '../../../db/transaction-summaries';
import { useNetwork } from '../../network-context';
import { StatusGlyph } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { CursorPager } from '../../ui/CursorPager';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { AddressView } from '../../ui/identity/AddressView';
import { AmountView } from '../../ui/identity/AmountView';
import { BlockLink } from '../../ui/identity/BlockLink';
import { HashView } from '../../ui/identity/HashView';
import { Panel } from '../../ui/Panel';
import { SkeletonRows } from '../../ui/Skeleton';
import type { Column } from '../../ui/table/column';
import { PER_PAGE, useCursorPaging } from '../../use-cursor-paging';
import { useNames } from '../../use-names';
import { useAccount } from './account-context';

/** What an address had to do with a transaction, in the order in which one is named. */
const PARTS: readonly (readonly [role: number, words: string])[] = [
  [ActivityRole.sent, 'sender'],
  [ActivityRole.received, 'receiver'],
  [ActivityRole.created, 'created'],
  [ActivityRole.transferred, 'token transfer'],
  [ActivityRole.called, 'called'],
];

/** The transactions of an address that this browser has kept. The page says that the list is incomplete, because nodes have no such list. */
export function SeenTransactions() {
  const { address } = useAccount();
  const { network } = useNetwork();
  return <Transactions key={`${network.id} ${address}`} address={address} network={network} />;
}

function Transactions({ address, network }: { address: Address; network: Network }) {
  const { rows, failure, onRetry, ...paging } = useCursorPaging((request) =>
    readTransactionsOfAddress(network.id, address, request),
  );
  const names = useNames(network.id, rows?.flatMap(({ summary: { from, to } }) => [from, to]) ?? []);
  const columns: readonly Column<AddressTransaction>[] = [
    { label: 'Tx Hash', render: ({ summary }) => <HashView hash={summary.hash} of="transaction" /> },
    { label: 'Status', render: ({ summary }) => <StatusOf summary={summary} /> },
    {
      label: 'From',
      render: ({ summary }) => <AddressView address={summary.from} name={names[summary.from]} />,
    },
    {
      label: 'To',
      render: ({ summary: { to } }) =>
        to ? <AddressView address={to} name={names[to]} /> : <span className="text-create">Contract creation</span>,
    },
    { label: 'As', render: ({ roles }) => PARTS.find(([role]) => (roles & role) !== 0)?.[1] },
    {
      label: 'Block',
      numeric: true,
      render: ({ summary: { blockNumber } }) => (blockNumber === undefined ? '–' : <BlockLink number={blockNumber} />),
    },
    {
      label: 'Value',
      numeric: true,
      render: ({ summary }) => <AmountView wei={summary.value} currency={network.nativeCurrency} focusable={false} />,
    },
  ];
  return (
    <Panel title="Transactions" aside="seen by this browser">
      {failure !== undefined && (
        <ErrorState compact failure={failure} actions={<Button onClick={onRetry}>Retry</Button>} />
      )}
      {rows === undefined ? (
        failure === undefined && <SkeletonRows count={4} label="Loading transactions" />
      ) : rows.length === 0 && paging.page === 1 ? (
        <EmptyState title="None of its transactions was seen here">
          A node cannot list the transactions of an address; that needs an index, which Loupe does not have yet. Those
          you open in this browser, and those of blocks you open, are listed here.
        </EmptyState>
      ) : (
        <>
          <DataTable
            label="Transactions seen by this browser"
            columns={columns}
            rows={rows}
            busy={paging.busy}
            rowKey={({ summary }) => summary.hash}
          />
          {(paging.hasPrevious || paging.hasNext || paging.perPage !== PER_PAGE[0]) && (
            <div className="border-line border-t">
              <CursorPager label="Pages of transactions" rows={rows.length} {...paging} />
            </div>
          )}
          <p className="border-line border-t bg-raised px-3 py-2 text-muted">
            Only what was seen in this browser, alone or in a block: a node cannot list the transactions of an address,
            and Loupe has no index yet.
          </p>
        </>
      )}
    </Panel>
  );
}

/** A block may come without receipts: then nothing is known of how its transactions ended. */
function StatusOf({ summary: { status, blockHash } }: { summary: TransactionSummary }) {
  if (status !== undefined) return <StatusGlyph status={status} />;
  return blockHash === undefined ? <StatusGlyph status="pending" /> : <span className="text-muted">–</span>;
}
