/** The transactions of an address: from the index, from what this browser has seen, or from who lists them. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Network } from '../../../core/chain/network';
import type { Address, NetworkId } from '../../../core/chain/primitives';
import { type AddressTransaction, readTransactionsOfAddress } from '../../../db/chain/transaction-summaries';
import type { AddressTransactions } from '../../../workers/chain/chain.api';
import { EmptyState } from '../../ui/EmptyState';
import type { ChainIndex } from '../../use-chain-index';
import { type CursorPaging, useCursorPaging } from '../../use-cursor-paging';
import { newJobId, useQuestion } from '../../use-question';
import { useWiring } from '../../wiring';
import { AskNote } from './AskNote';
import { accountColumns } from './account-columns';
import type { AccountListKind } from './account-list-kinds';
import { ASKED_ORIGINS, isAskedCursor, pagesOfAsked, seenFrom } from './asked-pages';
import { IndexNote, originOf } from './IndexNote';
import { InternalTransactions, TracedInternals } from './InternalTransactions';
import { type ListOrigin, ListPanel } from './ListPanel';
import { NoRows, ONLY_SEEN } from './NoRows';
import { TransactionFilters, type useTransactionFilter } from './TransactionFilters';
import { functionsOf } from './TransactionList';
import { toneOfTransaction } from './transaction-columns';
import { hasRows, useAsking } from './use-asking';
import { useOpenTransaction } from './use-open-transaction';
import { useTransactionColumns } from './use-transaction-columns';

type TransactionKind = Extract<AccountListKind, 'all' | 'direct' | 'internal'>;

type TransactionsProps = {
  network: Network;
  address: Address;
  kind: TransactionKind;
  filter: ReturnType<typeof useTransactionFilter>['filter'];
  isFiltered: boolean;
  kinds: ReactNode;
};

/**
 * Lists the transactions of an address. Where no index reaches, a provider that lists them is asked; the
 * transactions seen in this browser are shown until then.
 */
export function AccountTransactions(props: TransactionsProps) {
  const { network, address, kind, kinds } = props;
  const { index, isAsked, onAsk } = useAsking(network);
  const asked = useQuestion(
    'chain',
    `transactions ${network.id} ${address} ${kind}`,
    (chain, job) => chain.addressTransactions(job, network.id, address, kind),
    { when: isAsked },
  );
  // Who lists no whole transactions may list the calls inside.
  const inside = useQuestion(
    'chain',
    `internal ${network.id} ${address}`,
    (chain, job) => chain.internalTransactions(job, network.id, address),
    { when: kind === 'internal' && isAsked && asked.state !== 'waiting' && !hasRows(asked) },
  );
  if (hasRows(asked)) return <AskedTransactions key="asked" {...props} first={asked.value} />;
  if (kind === 'internal' && hasRows(inside)) {
    return <InternalTransactions key="inside" network={network} address={address} kinds={kinds} first={inside.value} />;
  }
  const isTraced = kind === 'internal' && index.state !== 'off' && index.choice?.traces === true;
  return (
    <>
      <IndexNote network={network} index={index} what="Transactions" />
      <AskNote what="transactions" asked={kind === 'internal' ? inside : asked} isAsked={isAsked} onAsk={onAsk} />
      {isTraced ? (
        <TracedInternals key="traced" network={network} address={address} kinds={kinds} index={index} />
      ) : (
        <StoredTransactions key="stored" {...props} index={index} />
      )}
    </>
  );
}

function AskedTransactions({
  network,
  address,
  kind,
  kinds,
  first,
}: TransactionsProps & { first: AddressTransactions }) {
  const { workers } = useWiring();
  const read = pagesOfAsked(first, (cursor) =>
    workers.chain.addressTransactions(newJobId(), network.id, address, kind, cursor),
  );
  const paging = useCursorPaging(
    async (request) => {
      const { rows, ...page } = await read(request);
      return { ...page, rows: rows.map((summary) => seenFrom(address, summary)) };
    },
    { isCursor: isAskedCursor },
  );
  return (
    <ListOfAddress
      network={network}
      address={address}
      paging={paging}
      origin={first.origin === undefined ? '' : ASKED_ORIGINS[first.origin]}
      kinds={kinds}
      empty={<EmptyState title="No transactions on this page">The next page may have some.</EmptyState>}
    />
  );
}

function StoredTransactions({
  network,
  address,
  kind,
  filter,
  isFiltered,
  kinds,
  index,
}: TransactionsProps & { index: ChainIndex }) {
  const paging = useCursorPaging(
    (request) => readTransactionsOfAddress(network.id, address, { ...request, filter: { ...filter, part: kind } }),
    { name: `transactions ${network.id} ${address} ${kind} ${JSON.stringify(filter)}` },
  );
  return (
    <ListOfAddress
      network={network}
      address={address}
      paging={paging}
      {...originOf(index)}
      {...(kind === 'internal' && { origin: ONLY_OPENED, completeness: undefined })}
      kinds={kinds}
      withFilters
      isFiltered={isFiltered}
      empty={<Empty kind={kind} networkId={network.id} isFiltered={isFiltered} index={index} />}
    />
  );
}

/** Blocks do not list calls inside of transactions. */
const ONLY_OPENED = 'from traces that were opened in this browser; other internal transactions are not known';

function ListOfAddress({
  network,
  address,
  paging,
  withFilters = false,
  ...bars
}: Pick<TransactionsProps, 'network' | 'address' | 'kinds'> &
  ListOrigin & {
    paging: CursorPaging<AddressTransaction>;
    /** Filters look through what this browser keeps. */
    withFilters?: boolean;
    isFiltered?: boolean;
    empty: ReactNode;
  }) {
  const summaries = paging.rows?.map(({ summary }) => summary) ?? [];
  const { columns, functionName } = useTransactionColumns(network, summaries);
  const open = useOpenTransaction();
  return (
    <ListPanel
      label="Transactions of the address"
      unit="transaction"
      columns={accountColumns(address, columns)}
      paging={paging}
      rowKey={({ summary }) => summary.hash}
      csvName={`transactions-${address}`}
      filters={withFilters && <TransactionFilters functions={functionsOf(summaries, functionName)} withDirection />}
      open={{ href: ({ summary }) => open.href(summary), onOpen: ({ summary }) => open.onOpen(summary) }}
      tone={({ summary }) => toneOfTransaction(summary)}
      {...bars}
    />
  );
}

function Empty({
  kind,
  networkId,
  isFiltered,
  index,
}: {
  kind: TransactionKind;
  networkId: NetworkId;
  isFiltered: boolean;
  index: ChainIndex;
}) {
  const isIndexed = index.state !== 'off';
  if (isFiltered) return <EmptyState title="No transactions match">Remove a filter to see more.</EmptyState>;
  if (kind === 'internal') {
    return (
      <EmptyState title="No internal transactions are known">
        Blocks do not list internal calls: this list has those of traces that you opened in this browser.
        {isIndexed && (
          <>
            {' '}
            It has all calls of the index once its blocks are traced:{' '}
            <Link to="/settings" search={{ network: networkId }} hash="index" className="link">
              Settings
            </Link>
          </>
        )}
      </EmptyState>
    );
  }
  return (
    <NoRows index={index} what="transactions" title="No transactions seen yet" off={ONLY_SEEN}>
      The indexed blocks have none.
    </NoRows>
  );
}
