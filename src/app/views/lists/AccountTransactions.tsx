/** The transactions of an address: from the index, from what this browser has seen, or from who lists them. */
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Network } from '../../../core/chain/network';
import type { Address } from '../../../core/chain/primitives';
import type { TransactionSummary } from '../../../core/chain/summaries';
import { harmlessText } from '../../../core/text/harmless';
import { isDirect } from '../../../db/rows/transaction-summary-row';
import { type AddressTransaction, readTransactionsOfAddress } from '../../../db/transaction-summaries';
import type { AddressTransactions } from '../../../workers/chain/chain.api';
import { ReadFailure } from '../../machine-actors';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import { EmptyState } from '../../ui/EmptyState';
import { HashView } from '../../ui/identity/HashView';
import type { Column } from '../../ui/table/column';
import { type ChainIndex, useChainIndex } from '../../use-chain-index';
import { type CursorPaging, useCursorPaging } from '../../use-cursor-paging';
import { type Answer, newJobId, useQuestion } from '../../use-question';
import { useWiring } from '../../wiring';
import type { AccountListKind } from './account-list-kinds';
import { ASKED_ORIGINS, pageOrThrow, pagesOfAsked } from './asked-transactions';
import { Direction, directionOf } from './Direction';
import { IndexNote, originOf } from './IndexNote';
import { ListPanel } from './ListPanel';
import { TransactionFilters, type useTransactionFilter } from './TransactionFilters';
import { functionsOf } from './TransactionList';
import { toneOfTransaction } from './transaction-columns';
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

/** Where no index reaches, whoever lists the address is asked; what this browser has seen is there until then. */
export function AccountTransactions(props: TransactionsProps) {
  const { network, address, kind } = props;
  const index = useChainIndex(network);
  const [wantsAll, setWantsAll] = useState(false);
  const asked = useQuestion(
    'chain',
    `transactions ${network.id} ${address} ${kind}`,
    (chain, job) => chain.addressTransactions(job, network.id, address, kind),
    { when: wantsAll || index.state === 'off' },
  );
  if (asked.state === 'here' && asked.value.rows.length > 0) {
    return <AskedTransactions key="asked" {...props} first={asked.value} />;
  }
  const isPartial = index.state === 'whole' && (index.from ?? 0) > 0;
  return (
    <>
      <IndexNote network={network} index={index} what="Transactions" />
      <AskNote
        asked={asked}
        isAsked={wantsAll || index.state === 'off'}
        onAsk={isPartial ? () => setWantsAll(true) : undefined}
      />
      <StoredTransactions key="stored" {...props} index={index} />
    </>
  );
}

/** What came of asking others where they gave no rows, and the way to ask them. */
function AskNote({
  asked,
  isAsked,
  onAsk,
}: {
  asked: Answer<AddressTransactions>;
  isAsked: boolean;
  onAsk: (() => void) | undefined;
}) {
  if (!isAsked) {
    return onAsk === undefined ? null : (
      <p className="text-muted">
        <Button size="s" onClick={onAsk}>
          Ask others for older ones
        </Button>
      </p>
    );
  }
  if (asked.state === 'waiting') return null;
  if (asked.state === 'failed') {
    return <Callout tone="pending">Others could not be asked for its transactions: {asked.failure.message}</Callout>;
  }
  // What an endpoint lacks is not the reader's to switch on.
  const off = asked.value.skipped.find(({ provider }) => !provider.startsWith('Otterscan'));
  if (off === undefined) return null;
  return (
    <p className="text-muted">
      {off.provider === 'Blockscout' ? 'The network’s Blockscout' : harmlessText(off.provider, 60)} may list all of
      them. {off.reason}{' '}
      <Link to="/settings" search={{}} hash="third-parties" className="link">
        Settings
      </Link>
    </p>
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
  const paging = useCursorPaging(
    pagesOfAsked(address, first, async (cursor) =>
      pageOrThrow(
        await workers.chain.addressTransactions(newJobId(), network.id, address, kind, cursor),
        (failure) => new ReadFailure(failure),
      ),
    ),
  );
  return (
    <ListOfAddress
      network={network}
      address={address}
      paging={paging}
      origin={first.origin === undefined ? '' : ASKED_ORIGINS[first.origin]}
      kinds={kinds}
      empty={<EmptyState title="No transactions on this page">There may be some on the next.</EmptyState>}
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
  const paging = useCursorPaging((request) =>
    readTransactionsOfAddress(network.id, address, { ...request, filter: { ...filter, part: kind } }),
  );
  return (
    <ListOfAddress
      network={network}
      address={address}
      paging={paging}
      {...originOf(index)}
      kinds={kinds}
      withFilters
      empty={<Empty kind={kind} isFiltered={isFiltered} isIndexed={index.state !== 'off'} />}
    />
  );
}

function ListOfAddress({
  network,
  address,
  paging,
  withFilters = false,
  ...bars
}: Pick<TransactionsProps, 'network' | 'address' | 'kinds'> & {
  paging: CursorPaging<AddressTransaction>;
  origin: string;
  completeness?: string | undefined;
  /** Filters look through what this browser keeps. */
  withFilters?: boolean;
  empty: ReactNode;
}) {
  const summaries = paging.rows?.map(({ summary }) => summary) ?? [];
  const { columns, functionName } = useTransactionColumns(network, summaries);
  const open = useOpenTransaction();
  return (
    <ListPanel
      label="Transactions of the address"
      unit="transaction"
      columns={ofAddress(address, columns)}
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

function Empty({ kind, isFiltered, isIndexed }: { kind: TransactionKind; isFiltered: boolean; isIndexed: boolean }) {
  if (isFiltered) return <EmptyState title="No transactions match">Take a filter away to see the others.</EmptyState>;
  if (kind === 'internal') {
    return (
      <EmptyState title="No internal transactions are known">
        Blocks do not say who is called inside of transactions: those whose traces were opened in this browser are here.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="None of its transactions was seen here">
      {isIndexed
        ? 'None is in the blocks that are indexed.'
        : 'A node cannot list the transactions of an address; that needs an index. Those you open in this browser, and those of blocks you open, are listed here.'}
    </EmptyState>
  );
}

/** The columns seen from an address: which way it went, and a badge where the address was only called inside. */
function ofAddress(
  address: Address,
  columns: readonly Column<TransactionSummary>[],
): readonly Column<AddressTransaction>[] {
  return columns.flatMap(({ render, csv, ...column }): Column<AddressTransaction>[] => {
    const same: Column<AddressTransaction> = {
      ...column,
      ...(csv && { csv: ({ summary }) => csv(summary) }),
      render: ({ summary }) => render(summary),
    };
    if (column.label === 'Tx Hash') return [{ ...same, render: (row) => <HashOf row={row} /> }];
    return column.label === 'From' ? [same, directionColumn(address)] : [same];
  });
}

function directionColumn(address: Address): Column<AddressTransaction> {
  return {
    label: 'Direction',
    csv: ({ summary }) => directionOf(address, summary),
    render: ({ summary }) => <Direction direction={directionOf(address, summary)} />,
  };
}

function HashOf({ row: { summary, roles } }: { row: AddressTransaction }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <HashView hash={summary.hash} of="transaction" />
      {!isDirect(roles) && <Badge title="Called inside of the transaction, or moved a token in it">INTL</Badge>}
    </span>
  );
}
