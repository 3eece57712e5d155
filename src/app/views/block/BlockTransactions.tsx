/** The transactions of a block, in their order, as other lists show them. */
import type { Hash } from '../../../core/chain/primitives';
import type { TransactionSummary } from '../../../core/chain/summaries';
import { formatInteger } from '../../../core/format/counts';
import type { ListPage, PageRequest } from '../../../db/list-page';
import type { BlockTransaction } from '../../../workers/chain/chain.api';
import { useNetwork } from '../../network-context';
import { EmptyState } from '../../ui/EmptyState';
import { HashView } from '../../ui/identity/HashView';
import { type Column, columnOfPart } from '../../ui/table/column';
import { useCursorPaging } from '../../use-cursor-paging';
import { ListPanel } from '../lists/ListPanel';
import { toneOfTransaction } from '../lists/transaction-columns';
import { useOpenTransaction } from '../lists/use-open-transaction';
import { useTransactionColumns } from '../lists/use-transaction-columns';

/** Columns that the table leaves out, because the head of the page has their values for all rows. */
const SAID_ABOVE = ['Tx Hash', 'Index', 'Block', 'When', 'UTC Timestamp'];

/** Other transactions are another `key`. */
export function BlockTransactions({
  number,
  transactions,
}: {
  number: number | undefined;
  transactions: readonly BlockTransaction[];
}) {
  const { network } = useNetwork();
  const read = (request: PageRequest) => pageOfBlock(transactions, request);
  const paging = useCursorPaging((request) => Promise.resolve(read(request)), { known: read });
  const shown = paging.rows ?? [];
  const { columns } = useTransactionColumns(
    network,
    shown.flatMap(({ summary }) => summary ?? []),
  );
  const open = useOpenTransaction();
  return (
    <ListPanel
      label="Transactions of the block"
      unit="transaction"
      count={transactions.length}
      origin="from the block itself"
      columns={[...PLACE, ...known(columns.filter(({ label }) => !SAID_ABOVE.includes(label)))]}
      paging={paging}
      rowKey={({ hash }) => hash}
      csvName={`block-${number ?? 'pending'}-transactions`}
      open={open}
      tone={({ summary }) => summary && toneOfTransaction(summary)}
      empty={
        <EmptyState title="No transactions in this block">
          A block may be empty: nobody sent a transaction in its time.
        </EmptyState>
      }
    />
  );
}

/** The rows after the index that the cursor names. */
function pageOfBlock(
  transactions: readonly BlockTransaction[],
  { cursor, limit }: PageRequest,
): ListPage<BlockTransaction> {
  const start = /^\d{1,9}$/.test(cursor ?? '') ? Number(cursor) + 1 : 0;
  const rows = transactions.slice(start, start + limit);
  return start + limit < transactions.length ? { rows, next: String(start + limit - 1) } : { rows };
}

const PLACE: readonly Column<{ hash: Hash; index: number }>[] = [
  { label: 'Index', numeric: true, csv: ({ index }) => index, render: ({ index }) => formatInteger(index) },
  { label: 'Tx Hash', csv: ({ hash }) => hash, render: ({ hash }) => <HashView hash={hash} of="transaction" /> },
];

/** Columns of what a summary says: nothing where only the hash is kept. */
function known(columns: readonly Column<TransactionSummary>[]): readonly Column<BlockTransaction>[] {
  return columns.map((column) =>
    columnOfPart(column, ({ summary }: BlockTransaction) => summary, <span className="text-muted">–</span>),
  );
}
