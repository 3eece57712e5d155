/** Transactions of the index that may be worth opening, where the deployment suggests none. */
import type { Network } from '../../../core/chain/network';
import type { NotableTransaction } from '../../../core/chain/notable-transactions';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { Kbd } from '../../ui/Kbd';
import { printKey } from '../../ui/keys';
import type { Column } from '../../ui/table/column';
import { useChainIndex } from '../../use-chain-index';
import { useLoaded } from '../../use-loaded';
import { useWiring } from '../../wiring';
import { toneOfTransaction } from '../lists/transaction-columns';
import { useOpenTransaction } from '../lists/use-open-transaction';
import { useTransactionColumns } from '../lists/use-transaction-columns';

const WORDS: Readonly<Record<NotableTransaction['why'], string>> = {
  failed: 'Failed lately',
  'most gas': 'Most gas',
  'largest value': 'Largest value',
};
/** Labels of the columns that are taken from lists of transactions, in this order. */
const SHOWN = ['Function', 'To', 'When'];

export function NotableTransactions({ network }: { network: Network }) {
  const { indexer } = useWiring().workers;
  const { progress } = useChainIndex(network);
  const notable = useLoaded(`notable ${network.id}`, () => indexer.notable(network.id), {
    version: `${progress?.head} ${progress?.blocks}`,
  });
  const { columns } = useTransactionColumns(network, notable?.map(({ summary }) => summary) ?? []);
  const openTransaction = useOpenTransaction();
  const own: readonly Column<NotableTransaction>[] = [
    { label: 'Why', render: ({ why }) => WORDS[why] },
    ...SHOWN.flatMap((label) => columns.filter((column) => column.label === label)).map(
      ({ label, end, render }): Column<NotableTransaction> => ({
        label,
        ...(end === undefined ? {} : { end }),
        render: ({ summary }) => render(summary),
      }),
    ),
  ];
  return (
    <DataTable
      label="Worth opening"
      columns={own}
      rows={notable}
      loadingRows={6}
      rowKey={({ summary }) => summary.hash}
      open={{
        href: ({ summary }) => openTransaction.href(summary),
        onOpen: ({ summary }) => openTransaction.onOpen(summary),
      }}
      tone={({ summary }) => toneOfTransaction(summary)}
      empty={
        <EmptyState title="Nothing to suggest yet">
          The last failures and the largest transactions that this browser has seen on the chain appear here. Open any
          transaction with <Kbd>{printKey('mod+k')}</Kbd>.
        </EmptyState>
      }
    />
  );
}
