/** The transactions and transfers of an address, by kind. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Network } from '../../../core/chain/network';
import type { Address } from '../../../core/chain/primitives';
import type { TransactionSummary } from '../../../core/chain/summaries';
import { isDirect } from '../../../db/rows/transaction-summary-row';
import { type AddressTransaction, readTransactionsOfAddress } from '../../../db/transaction-summaries';
import { useNetwork } from '../../network-context';
import { Badge } from '../../ui/Badge';
import { classes } from '../../ui/classes';
import { EmptyState } from '../../ui/EmptyState';
import { HashView } from '../../ui/identity/HashView';
import type { Column } from '../../ui/table/column';
import { useChainIndex } from '../../use-chain-index';
import { useCursorPaging } from '../../use-cursor-paging';
import { useAccount } from '../account/account-context';
import type { AccountListKind } from './account-list-kinds';
import { Direction, directionOf } from './Direction';
import { IndexNote, originOf } from './IndexNote';
import { ListPanel } from './ListPanel';
import { TransactionFilters, useTransactionFilter } from './TransactionFilters';
import { functionsOf } from './TransactionList';
import { TransferList } from './TransferList';
import { toneOfTransaction } from './transaction-columns';
import { useOpenTransaction } from './use-open-transaction';
import { useTransactionColumns } from './use-transaction-columns';

const KINDS: readonly { kind: AccountListKind; label: string }[] = [
  { kind: 'all', label: 'All' },
  { kind: 'direct', label: 'Direct' },
  { kind: 'internal', label: 'Internal' },
  { kind: 'tokens', label: 'Tokens' },
  { kind: 'nft', label: 'NFT' },
];

export function AccountList({ kind, page }: { kind: AccountListKind; page: 'wallet' | 'contract' }) {
  const { address, token } = useAccount();
  const { network } = useNetwork();
  const { filter, key } = useTransactionFilter();
  const kinds = <Kinds address={address} page={page} isToken={token !== undefined} />;
  const listKey = `${network.id} ${address} ${kind} ${key}`;
  switch (kind) {
    case 'tokens':
    case 'nft':
      return (
        <TransferList
          key={listKey}
          network={network}
          list={{ of: 'address', address, kind: kind === 'nft' ? 'nft' : 'erc20' }}
          kinds={kinds}
        />
      );
    case 'transfers':
      return <TransferList key={listKey} network={network} list={{ of: 'token', token: address }} kinds={kinds} />;
    default:
      return (
        <Transactions
          key={listKey}
          network={network}
          address={address}
          kind={kind}
          filter={filter}
          isFiltered={key.trim() !== ''}
          kinds={kinds}
        />
      );
  }
}

function Kinds({ address, page, isToken }: { address: Address; page: 'wallet' | 'contract'; isToken: boolean }) {
  const { segment } = useNetwork();
  const kinds = isToken ? [...KINDS, { kind: 'transfers', label: 'Transfers' } as const] : KINDS;
  return (
    <nav aria-label="Kinds" className="inline-flex h-6 overflow-hidden rounded-m border border-line bg-panel text-s">
      {kinds.map(({ kind, label }) => (
        <Link
          key={kind}
          to={page === 'wallet' ? '/{-$network}/wallet/$address/txs/$type' : '/{-$network}/contract/$address/txs/$type'}
          params={{ network: segment, address, type: kind }}
          search={{}}
          resetScroll={false}
          activeOptions={{ includeSearch: false }}
          className={classes(
            'inline-flex items-center px-[7px] font-medium text-muted hover:text-text',
            'aria-[current]:bg-accent-soft aria-[current]:text-accent',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

type TransactionKind = Extract<AccountListKind, 'all' | 'direct' | 'internal'>;

function Transactions({
  network,
  address,
  kind,
  filter,
  isFiltered,
  kinds,
}: {
  network: Network;
  address: Address;
  kind: TransactionKind;
  filter: ReturnType<typeof useTransactionFilter>['filter'];
  isFiltered: boolean;
  kinds: ReactNode;
}) {
  const index = useChainIndex(network);
  const paging = useCursorPaging((request) =>
    readTransactionsOfAddress(network.id, address, { ...request, filter: { ...filter, part: kind } }),
  );
  const summaries = paging.rows?.map(({ summary }) => summary) ?? [];
  const { columns, functionName } = useTransactionColumns(network, summaries);
  const open = useOpenTransaction();
  return (
    <>
      <IndexNote network={network} index={index} what="Transactions" />
      <ListPanel
        label="Transactions of the address"
        unit="transactions"
        {...originOf(index)}
        columns={ofAddress(address, columns)}
        paging={paging}
        rowKey={({ summary }) => summary.hash}
        csvName={`transactions-${address}`}
        kinds={kinds}
        filters={<TransactionFilters functions={functionsOf(summaries, functionName)} withDirection />}
        open={{ href: ({ summary }) => open.href(summary), onOpen: ({ summary }) => open.onOpen(summary) }}
        tone={({ summary }) => toneOfTransaction(summary)}
        empty={<Empty kind={kind} isFiltered={isFiltered} isIndexed={index.state !== 'off'} />}
      />
    </>
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
