/** The newest transactions of the network that are kept here: of its index, or of blocks that were seen. */
import { Link } from '@tanstack/react-router';
import type { TransactionSummary } from '../../../core/chain/summaries';
import { readTransactionSummaries } from '../../../db/chain/transaction-summaries';
import { useNetwork } from '../../network-context';
import { DataTable } from '../../ui/DataTable';
import { Panel } from '../../ui/Panel';
import type { Column } from '../../ui/table/column';
import { useChainIndex } from '../../use-chain-index';
import { useStored } from '../../use-stored';
import { NoRows } from '../lists/NoRows';
import { toneOfTransaction } from '../lists/transaction-columns';
import { useOpenTransaction } from '../lists/use-open-transaction';
import { useSeenHead } from '../lists/use-seen-head';
import { useTransactionColumns } from '../lists/use-transaction-columns';
import { FEED } from './panel-room';
import { TwoLines } from './TwoLines';
import { LATEST } from './use-latest-blocks';

export function LatestTransactions() {
  const { network, segment } = useNetwork();
  const index = useChainIndex(network);
  const page = useStored(() => readTransactionSummaries(network.id, { limit: LATEST }), [network.id]);
  const { columns } = useTransactionColumns(network, page?.rows ?? []);
  const open = useOpenTransaction();
  useSeenHead(network, index);
  return (
    <Panel
      title="Latest transactions"
      className={FEED}
      actions={
        <Link to="/{-$network}/transactions" params={{ network: segment }} search={{}} className="link">
          All transactions
        </Link>
      }
    >
      <DataTable
        label="Latest transactions"
        columns={feedColumns(columns)}
        rows={page?.rows}
        loadingRows={LATEST}
        rowKey={({ hash }) => hash}
        open={open}
        tone={toneOfTransaction}
        empty={
          <NoRows index={index} what="transactions" title="No transactions yet">
            They appear here with the next block that has some.
          </NoRows>
        }
      />
    </Panel>
  );
}

/** The columns of the lists of transactions in two: what it did with who and whom, and where it is. */
function feedColumns(columns: readonly Column<TransactionSummary>[]): readonly Column<TransactionSummary>[] {
  const say = (label: string, row: TransactionSummary) => columns.find((column) => column.label === label)?.render(row);
  return [
    {
      label: 'Transaction',
      isTall: true,
      fills: true,
      render: (row) => (
        <TwoLines
          below={
            <>
              {say('From', row)}
              <span aria-hidden>→</span>
              <span className="sr-only">to</span>
              {say('To', row)}
            </>
          }
        >
          {(row.status !== undefined || row.blockNumber === undefined) && say('Status', row)}
          {say('Function', row)}
        </TwoLines>
      ),
    },
    {
      label: 'Block',
      isTall: true,
      end: true,
      render: (row) => (
        <TwoLines end below={say('Tx Hash', row)}>
          {say('Block', row)} <span className="text-muted">·</span> {say('When', row)}
        </TwoLines>
      ),
    },
  ];
}
