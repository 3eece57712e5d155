/** The newest transactions of the network that are kept here: of its index, or of blocks that were seen. */
import { Link } from '@tanstack/react-router';
import { readTransactionSummaries } from '../../../db/transaction-summaries';
import { useNetwork } from '../../network-context';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { Panel } from '../../ui/Panel';
import { useChainIndex } from '../../use-chain-index';
import { useStored } from '../../use-stored';
import { StillReading } from '../lists/StillReading';
import { toneOfTransaction } from '../lists/transaction-columns';
import { useOpenTransaction } from '../lists/use-open-transaction';
import { useSeenHead } from '../lists/use-seen-head';
import { useTransactionColumns } from '../lists/use-transaction-columns';
import { LATEST } from './use-latest-blocks';

/** Columns of the list of all transactions that the home page has no room for. */
const LEFT_OUT = ['Index', 'Gas Used', 'UTC Timestamp'];

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
      className="skip-offscreen md:col-span-2"
      actions={
        <Link to="/{-$network}/transactions" params={{ network: segment }} search={{}} className="link">
          All transactions
        </Link>
      }
    >
      <DataTable
        label="Latest transactions"
        columns={columns.filter(({ label }) => !LEFT_OUT.includes(label))}
        rows={page?.rows}
        loadingRows={LATEST}
        rowKey={({ hash }) => hash}
        open={open}
        tone={toneOfTransaction}
        empty={
          index.state === 'filling' ? (
            <StillReading what="transactions" />
          ) : (
            <EmptyState title="No transactions yet">They appear here with the next block that has some.</EmptyState>
          )
        }
      />
    </Panel>
  );
}
