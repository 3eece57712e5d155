/** The transactions and transfers of an address, by kind. */
import { Link } from '@tanstack/react-router';
import type { Address } from '../../../core/chain/primitives';
import { useAccount } from '../../account-context';
import { useNetwork } from '../../network-context';
import { classes } from '../../ui/classes';
import { AccountTransactions } from './AccountTransactions';
import { AccountTransfers } from './AccountTransfers';
import type { AccountListKind } from './account-list-kinds';
import { useTransactionFilter } from './TransactionFilters';
import { useTransferFilter } from './TransferFilters';
import { TransferList } from './TransferList';

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
  const transfers = useTransferFilter();
  const kinds = <Kinds address={address} page={page} isToken={token !== undefined} />;
  const listKey = `${network.id} ${address} ${kind} ${key} ${transfers.key}`;
  switch (kind) {
    case 'tokens':
    case 'nft':
      return (
        <AccountTransfers
          key={listKey}
          network={network}
          address={address}
          kind={kind === 'nft' ? 'nft' : 'erc20'}
          kinds={kinds}
        />
      );
    case 'transfers':
      return (
        <TransferList
          key={listKey}
          network={network}
          list={{ of: 'token', token: address }}
          hasItems={token?.standard !== 'ERC-20'}
          kinds={kinds}
        />
      );
    default:
      return (
        <AccountTransactions
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
          to={
            page === 'wallet'
              ? '/{-$network}/wallet/$address/txs/{-$type}'
              : '/{-$network}/contract/$address/txs/{-$type}'
          }
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
