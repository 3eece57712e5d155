/** Token transfers: all of a kind on a chain, those of an address, or those of a token. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Network } from '../../../core/chain/network';
import type { Address } from '../../../core/chain/primitives';
import { formatToken } from '../../../core/format/amounts';
import { formatInteger } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import { findPoisoning } from '../../../core/tokens/poisoning';
import type { TransferKind } from '../../../core/tokens/token-transfers';
import { type TransferList as List, type ListedTransfer, readTokenTransfers } from '../../../db/token-transfers';
import { useNetwork } from '../../network-context';
import { Badge } from '../../ui/Badge';
import { EmptyState } from '../../ui/EmptyState';
import { AddressView } from '../../ui/identity/AddressView';
import { BlockLink } from '../../ui/identity/BlockLink';
import { HashView } from '../../ui/identity/HashView';
import { TimeView } from '../../ui/identity/TimeView';
import { Tooltip } from '../../ui/Tooltip';
import type { Column } from '../../ui/table/column';
import { useChainIndex } from '../../use-chain-index';
import { useCursorPaging } from '../../use-cursor-paging';
import { type FunctionNames, useFunctionNames } from '../../use-function-names';
import { type Names, useNames } from '../../use-names';
import { useTitle } from '../../use-title';
import { shortTokenId } from '../nft/token-id';
import { Direction, directionOf } from './Direction';
import { ExplorerPage } from './ExplorerPage';
import { FoldedTransfers } from './FoldedTransfers';
import { IndexNote, originOf } from './IndexNote';
import { ListPanel } from './ListPanel';

export function TransfersPage({ kind }: { kind: TransferKind }) {
  const { network } = useNetwork();
  const title = kind === 'erc20' ? 'Token transfers' : 'NFT transfers';
  useTitle(title);
  return (
    <ExplorerPage title={title}>
      <TransferList key={`${network.id} ${kind}`} network={network} list={{ of: 'kind', kind }} />
    </ExplorerPage>
  );
}

/** Another list is another `key`. */
export function TransferList({
  network,
  list,
  kinds,
  label,
}: {
  network: Network;
  list: List;
  kinds?: ReactNode;
  /** Name of the table, where it is not by the kind of its tokens. */
  label?: string;
}) {
  const index = useChainIndex(network);
  const paging = useCursorPaging((request) => readTokenTransfers(network.id, list, request));
  const rows = paging.rows ?? [];
  const owner = list.of === 'address' ? list.address : undefined;
  const names = useNames(
    network.id,
    rows.flatMap(({ transfer: { from, to } }) => [from, to]),
  );
  const functionName = useFunctionNames(
    network.id,
    rows.flatMap(({ summary }) => (summary === undefined ? [] : [summary])),
  );
  const suspicions =
    owner === undefined
      ? []
      : findPoisoning(
          owner,
          rows.map(({ transfer, summary }) => ({ transfer, sender: summary?.from })),
        );
  const folded = rows.flatMap((row, at) => (suspicions[at] ? [{ row, suspicion: suspicions[at] }] : []));
  const shown = paging.rows?.filter((_, at) => !suspicions[at]);
  const isNft = 'kind' in list && list.kind === 'nft';
  const count =
    list.of !== 'kind' || index.state === 'off'
      ? undefined
      : isNft
        ? index.progress?.nftTransfers
        : index.progress?.erc20Transfers;
  const isWhole = index.state === 'whole' && index.from === 0;
  const said = originOf(index);
  const origin =
    isWhole || count === undefined
      ? said
      : { ...said, origin: `More than ${formatInteger(count)} transfers found, ${said.origin}` };
  return (
    <>
      <IndexNote network={network} index={index} what="Transfers" />
      <ListPanel
        label={label ?? (isNft ? 'NFT transfers' : 'Token transfers')}
        unit="transfer"
        count={isWhole ? count : undefined}
        {...origin}
        columns={transferColumns(names, functionName, owner, isNft || list.of === 'token' || list.of === 'item')}
        paging={paging}
        shown={shown?.length === 0 && folded.length > 0 ? undefined : shown}
        rowKey={({ transfer }) => `${transfer.blockNumber}.${transfer.position}`}
        csvName={isNft ? 'nft-transfers' : 'token-transfers'}
        kinds={kinds}
        empty={
          <EmptyState title="No transfers">
            {index.state === 'off'
              ? 'Nodes do not list transfers: they appear once the chain is indexed here.'
              : 'None were made in the blocks that are indexed.'}
          </EmptyState>
        }
      >
        {folded.length > 0 && owner !== undefined && <FoldedTransfers owner={owner} folded={folded} names={names} />}
      </ListPanel>
    </>
  );
}

function transferColumns(
  names: Names,
  functionName: FunctionNames,
  owner: Address | undefined,
  hasItems: boolean,
): readonly Column<ListedTransfer>[] {
  const party = (address: Address) => (
    <AddressView address={address} name={names[address]} form="name" link={address !== owner} />
  );
  const columns: readonly (Column<ListedTransfer> | undefined)[] = [
    {
      label: 'Tx Hash',
      csv: ({ summary }) => summary?.hash,
      render: ({ summary }) => (summary ? <HashView hash={summary.hash} of="transaction" /> : '–'),
    },
    { label: 'From', csv: ({ transfer }) => transfer.from, render: ({ transfer }) => party(transfer.from) },
    owner === undefined
      ? undefined
      : {
          label: 'Direction',
          csv: ({ transfer }) => directionOf(owner, transfer),
          render: ({ transfer }) => <Direction direction={directionOf(owner, transfer)} />,
        },
    { label: 'To', csv: ({ transfer }) => transfer.to, render: ({ transfer }) => party(transfer.to) },
    { label: 'Amount', numeric: true, csv: ({ transfer }) => transfer.amount, render: (row) => <AmountOf row={row} /> },
    {
      label: 'Token',
      csv: ({ transfer }) => transfer.token,
      render: ({ transfer, token }) => (
        <span className="inline-flex items-baseline gap-1.5">
          <AddressView
            address={transfer.token}
            name={token?.symbol === undefined ? undefined : { text: token.symbol, origin: 'token' }}
            kind="contract"
            form="name"
          />
          {transfer.standard !== 'ERC-20' && <Badge>{transfer.standard}</Badge>}
        </span>
      ),
    },
    hasItems
      ? {
          label: 'Token id',
          csv: ({ transfer }) => transfer.tokenId,
          render: ({ transfer: { token, tokenId } }) =>
            tokenId === undefined ? '–' : <TokenId token={token} id={tokenId} />,
        }
      : undefined,
    {
      label: 'Action',
      wide: true,
      csv: ({ summary }) => (summary ? (functionName(summary)?.text ?? summary.selector) : undefined),
      render: ({ summary }) =>
        summary?.selector === undefined ? (
          '–'
        ) : (
          <code>{harmlessText(functionName(summary)?.text ?? summary.selector, 24)}</code>
        ),
    },
    {
      label: 'Block',
      numeric: true,
      wide: true,
      csv: ({ transfer }) => transfer.blockNumber,
      render: ({ transfer }) => <BlockLink number={transfer.blockNumber} />,
    },
    {
      label: 'When',
      end: true,
      csv: ({ summary }) =>
        summary?.timestamp === undefined ? undefined : new Date(summary.timestamp * 1_000).toISOString(),
      render: ({ summary }) =>
        summary?.timestamp === undefined ? '–' : <TimeView time={summary.timestamp * 1_000} focusable={false} />,
    },
  ];
  return columns.filter((column) => column !== undefined);
}

/** Leads to the item. */
function TokenId({ token, id }: { token: Address; id: bigint }) {
  const { segment } = useNetwork();
  return (
    <Link
      to="/{-$network}/nft/$address/$id"
      params={{ network: segment, address: token, id: id.toString() }}
      className="mono hover:underline"
      title={id.toString()}
    >
      #{shortTokenId(id)}
    </Link>
  );
}

function AmountOf({ row: { transfer, token } }: { row: ListedTransfer }) {
  if (transfer.standard !== 'ERC-20') return <>{formatInteger(transfer.amount)}</>;
  // A token that does not say has 18 decimals.
  const { text, exact } = formatToken(transfer.amount, token?.decimals ?? 18);
  return (
    <Tooltip tip={<span className="mono">{exact}</span>} focusable={false}>
      {text}
    </Tooltip>
  );
}
