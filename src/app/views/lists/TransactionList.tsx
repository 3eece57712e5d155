/** The transactions of a chain, newest first. */
import type { ReactNode } from 'react';
import type { Network } from '../../../core/chain/network';
import type { Selector } from '../../../core/chain/primitives';
import type { TransactionSummary } from '../../../core/chain/summaries';
import { harmlessText } from '../../../core/text/harmless';
import { readTransactionSummaries } from '../../../db/chain/transaction-summaries';
import { useNetwork } from '../../network-context';
import { EmptyState } from '../../ui/EmptyState';
import { useChainIndex } from '../../use-chain-index';
import { useCursorPaging } from '../../use-cursor-paging';
import type { FunctionNames } from '../../use-function-names';
import { useTitle } from '../../use-title';
import { ExplorerPage } from './ExplorerPage';
import { IndexNote, originOf } from './IndexNote';
import { ListPanel } from './ListPanel';
import { NoRows } from './NoRows';
import { TransactionFilters, useTransactionFilter } from './TransactionFilters';
import { toneOfTransaction } from './transaction-columns';
import { useOpenTransaction } from './use-open-transaction';
import { useSeenHead } from './use-seen-head';
import { useTransactionColumns } from './use-transaction-columns';

export function TransactionsPage({ children }: { children?: ReactNode }) {
  const { network } = useNetwork();
  const { filter, key } = useTransactionFilter();
  useTitle('Transactions');
  return (
    <ExplorerPage title="Transactions">
      {children}
      <Transactions key={`${network.id} ${key}`} network={network} filter={filter} isFiltered={key.trim() !== ''} />
    </ExplorerPage>
  );
}

function Transactions({
  network,
  filter,
  isFiltered,
}: {
  network: Network;
  filter: ReturnType<typeof useTransactionFilter>['filter'];
  isFiltered: boolean;
}) {
  const index = useChainIndex(network);
  const paging = useCursorPaging((request) => readTransactionSummaries(network.id, { ...request, filter }), {
    name: `transactions ${network.id} ${JSON.stringify(filter)}`,
  });
  const rows = paging.rows ?? [];
  const { columns, functionName } = useTransactionColumns(network, rows);
  const open = useOpenTransaction();
  useSeenHead(network, index);
  return (
    <>
      <IndexNote network={network} index={index} what="Transactions" />
      <ListPanel
        label="Transactions"
        unit="transaction"
        count={isFiltered || index.state === 'off' ? undefined : index.progress?.transactions}
        {...originOf(index)}
        columns={columns}
        paging={paging}
        rowKey={({ hash }) => hash}
        csvName="transactions"
        isFiltered={isFiltered}
        filters={<TransactionFilters functions={functionsOf(rows, functionName)} />}
        open={open}
        tone={toneOfTransaction}
        empty={
          isFiltered ? (
            <EmptyState title="No transactions match">Remove a filter to see more.</EmptyState>
          ) : (
            <NoRows index={index} what="transactions" title="No transactions yet">
              They appear here as the chain is indexed, and as blocks are opened in this browser.
            </NoRows>
          )
        }
      />
    </>
  );
}

/** Returns the functions of the rows, each once. */
export function functionsOf(rows: readonly TransactionSummary[], functionName: FunctionNames) {
  const found = new Map<Selector, string>();
  for (const row of rows) {
    if (row.selector !== undefined && !found.has(row.selector))
      found.set(row.selector, harmlessText(functionName(row)?.text ?? row.selector, 40));
  }
  return [...found].map(([selector, name]) => ({ selector, name }));
}
