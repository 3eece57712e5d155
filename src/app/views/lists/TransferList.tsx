/** Token transfers: all of a kind on a chain, those of an address, or those of a token. */
import type { ReactNode } from 'react';
import type { Network } from '../../../core/chain/network';
import { formatInteger } from '../../../core/format/counts';
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import { markedSymbol } from '../../../core/text/look-alike';
import type { TransferKind } from '../../../core/tokens/token-transfers';
import {
  type TransferList as List,
  type ListedTransfer,
  readTokenTransfers,
} from '../../../db/chain-index/token-transfers';
import { useNetwork } from '../../network-context';
import { EmptyState } from '../../ui/EmptyState';
import { isWholeIndex, useChainIndex } from '../../use-chain-index';
import { useCursorPaging } from '../../use-cursor-paging';
import { useTitle } from '../../use-title';
import { ExplorerPage } from './ExplorerPage';
import { IndexNote, originOf } from './IndexNote';
import { NoRows } from './NoRows';
import { TransferFilters, useTransferFilter } from './TransferFilters';
import { TransferPanel } from './TransferPanel';

export function TransfersPage({ kind }: { kind: TransferKind }) {
  const { network } = useNetwork();
  const { key } = useTransferFilter();
  const title = kind === 'erc20' ? 'Token transfers' : 'NFT transfers';
  useTitle(title);
  return (
    <ExplorerPage title={title}>
      <TransferList key={`${network.id} ${kind} ${key}`} network={network} list={{ of: 'kind', kind }} />
    </ExplorerPage>
  );
}

const NO_FILTER: ReturnType<typeof useTransferFilter> = { filter: {}, key: '' };

/** The tokens of the rows, each once. */
function tokensOf(rows: readonly ListedTransfer[]) {
  const found = new Map(
    rows.map(({ transfer, token }) => [
      transfer.token,
      token?.symbol === undefined ? shorten(transfer.token) : harmlessText(markedSymbol(token.symbol), 20),
    ]),
  );
  return [...found].map(([address, name]) => ({ address, name }));
}

/** Another list, or another filter of it, is another `key`. */
export function TransferList({
  network,
  list,
  kinds,
  label,
  hasItems = list.of === 'item' || ('kind' in list && list.kind === 'nft'),
}: {
  network: Network;
  list: List;
  kinds?: ReactNode;
  /** Name of the table, where it is not by the kind of its tokens. */
  label?: string;
  /** Whether the tokens have items; of a list of a token its standard says so. */
  hasItems?: boolean;
}) {
  const index = useChainIndex(network);
  const asked = useTransferFilter();
  const hasFilters = list.of !== 'item';
  const { filter, key } = hasFilters ? asked : NO_FILTER;
  const isFiltered = key !== '';
  const paging = useCursorPaging((request) => readTokenTransfers(network.id, list, { ...request, filter }), {
    name: `transfers ${network.id} ${Object.values(list).join(' ')} ${key}`,
  });
  const owner = list.of === 'address' ? list.address : undefined;
  const isNft = 'kind' in list && list.kind === 'nft';
  const count =
    list.of !== 'kind' || index.state === 'off' || isFiltered
      ? undefined
      : isNft
        ? index.progress?.nftTransfers
        : index.progress?.erc20Transfers;
  const isWhole = isWholeIndex(index);
  const said = originOf(index);
  const origin =
    isWhole || count === undefined
      ? said
      : { ...said, origin: `More than ${formatInteger(count)} transfers found, ${said.origin}` };
  return (
    <>
      <IndexNote network={network} index={index} what="Transfers" />
      <TransferPanel
        network={network}
        paging={paging}
        owner={owner}
        label={label ?? (isNft ? 'NFT transfers' : 'Token transfers')}
        count={isWhole ? count : undefined}
        {...origin}
        hasItems={hasItems}
        senderOf={({ summary }) => summary?.from}
        csvName={isNft ? 'nft-transfers' : 'token-transfers'}
        kinds={kinds}
        isFiltered={isFiltered}
        filters={
          hasFilters && (
            <TransferFilters
              tokens={list.of === 'token' ? [] : tokensOf(paging.rows ?? [])}
              withDirection={owner !== undefined}
            />
          )
        }
        empty={
          isFiltered ? (
            <EmptyState title="No transfers match">Remove a filter to see more.</EmptyState>
          ) : (
            <NoRows
              index={index}
              what="transfers"
              title="No transfers"
              off="Nodes do not list transfers: they appear once the chain is indexed here."
            >
              The indexed blocks have none.
            </NoRows>
          )
        }
      />
    </>
  );
}
