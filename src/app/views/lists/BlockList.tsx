/** The blocks of a chain, newest first: from the index, or from the endpoint, which lists blocks by number. */
import { useNavigate } from '@tanstack/react-router';
import type { Network } from '../../../core/chain/network';
import { type BlockSummary, summarizeBlock } from '../../../core/chain/summaries';
import { formatInteger } from '../../../core/format/counts';
import { formatUtc } from '../../../core/format/times';
import { readBlockSummaries } from '../../../db/chain/blocks';
import type { ListPage, PageRequest } from '../../../db/list-page';
import { useNetwork } from '../../network-context';
import { ReadFailure } from '../../read-failure';
import { EmptyState } from '../../ui/EmptyState';
import { AddressView } from '../../ui/identity/AddressView';
import { AmountView } from '../../ui/identity/AmountView';
import { BlockLink } from '../../ui/identity/BlockLink';
import { GasInRow } from '../../ui/identity/GasInRow';
import { HashView } from '../../ui/identity/HashView';
import { TimeView } from '../../ui/identity/TimeView';
import type { Column } from '../../ui/table/column';
import { type ChainIndex, isWholeIndex, useChainIndex } from '../../use-chain-index';
import { useCursorPaging } from '../../use-cursor-paging';
import { useNames } from '../../use-names';
import { newJobId } from '../../use-question';
import { useTitle } from '../../use-title';
import { useWiring } from '../../wiring';
import { ExplorerPage } from './ExplorerPage';
import { originOf } from './IndexNote';
import { ListPanel } from './ListPanel';

export function BlocksPage() {
  const { network } = useNetwork();
  const index = useChainIndex(network);
  useTitle('Blocks');
  // What the endpoint lists is whole; the index has what it has without asking.
  const isIndexed = isWholeIndex(index);
  return (
    <ExplorerPage title="Blocks">
      {index.state !== undefined && (
        <Blocks key={`${network.id} ${isIndexed}`} network={network} index={index} isIndexed={isIndexed} />
      )}
    </ExplorerPage>
  );
}

function Blocks({ network, index, isIndexed }: { network: Network; index: ChainIndex; isIndexed: boolean }) {
  const navigate = useNavigate();
  const { segment } = useNetwork();
  const ask = useEndpointBlocks(network);
  const paging = useCursorPaging(isIndexed ? (request) => readBlockSummaries(network.id, request) : ask, {
    name: `blocks ${network.id}`,
  });
  const names = useNames(network.id, paging.rows?.map(({ miner }) => miner) ?? []);
  const columns: readonly Column<BlockSummary>[] = [
    { label: 'Block', csv: ({ number }) => number, render: ({ number }) => <BlockLink number={number} /> },
    {
      label: 'When',
      csv: ({ timestamp }) => new Date(timestamp * 1_000).toISOString(),
      render: ({ timestamp }) => <TimeView time={timestamp * 1_000} focusable={false} />,
    },
    {
      label: 'UTC Timestamp',
      widest: true,
      render: ({ timestamp }) => formatUtc(timestamp * 1_000).replace(' UTC', ''),
    },
    { label: 'Hash', wide: true, csv: ({ hash }) => hash, render: ({ hash }) => <HashView hash={hash} of="block" /> },
    {
      label: 'Miner',
      csv: ({ miner }) => miner,
      render: ({ miner }) => <AddressView address={miner} name={names[miner]} form="name" />,
    },
    {
      label: 'Transactions',
      numeric: true,
      csv: ({ transactionCount }) => transactionCount,
      render: ({ transactionCount }) => formatInteger(transactionCount),
    },
    {
      label: 'Base fee',
      numeric: true,
      wide: true,
      csv: ({ baseFeePerGas }) => baseFeePerGas,
      render: ({ baseFeePerGas }) =>
        baseFeePerGas === undefined ? (
          '–'
        ) : (
          <AmountView wei={baseFeePerGas} currency={network.nativeCurrency} focusable={false} />
        ),
    },
    {
      label: 'Gas Used',
      numeric: true,
      csv: ({ gasUsed }) => gasUsed,
      render: ({ gasUsed, gasLimit }) => <GasInRow used={gasUsed} limit={gasLimit} />,
    },
  ];
  return (
    <ListPanel
      label="Blocks"
      unit="block"
      count={isIndexed ? index.progress?.blocks : undefined}
      {...(isIndexed ? originOf(index) : { origin: 'from the endpoint' })}
      columns={columns}
      paging={paging}
      rowKey={({ hash }) => hash}
      csvName="blocks"
      open={{
        href: ({ number }) => `${segment === undefined ? '' : `/${segment}`}/block/${number}`,
        onOpen: ({ number }) =>
          void navigate({ to: '/{-$network}/block/$block', params: { network: segment, block: String(number) } }),
      }}
      empty={<EmptyState title="No blocks">The chain has no blocks below this one.</EmptyState>}
    />
  );
}

/** Pages of blocks from the endpoint. The cursor is that of the index: the number of the last block, and 0. */
function useEndpointBlocks(network: Network): (request: PageRequest) => Promise<ListPage<BlockSummary>> {
  const { chain } = useWiring().workers;
  return async ({ cursor, limit }) => {
    const last = /^(\d{1,15})\.\d+$/.exec(cursor ?? '')?.[1];
    let newest = Number(last) - 1;
    if (last === undefined) {
      const head = await chain.head(network.id);
      if (!head.ok) throw new ReadFailure(head.error);
      newest = head.value.blockNumber;
    }
    if (newest < 0) return { rows: [] };
    const blocks = await chain.loadBlocks(newJobId(), network.id, newest, limit);
    if (!blocks.ok) throw new ReadFailure(blocks.error);
    const rows = blocks.value.map(summarizeBlock).filter((row) => row !== undefined);
    const lowest = rows.at(-1)?.number ?? 0;
    return { rows, ...(lowest > 0 ? { next: `${lowest}.0` } : {}) };
  };
}
