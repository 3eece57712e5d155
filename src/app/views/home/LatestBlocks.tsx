import { Link } from '@tanstack/react-router';
import type { Network } from '../../../core/chain/network';
import type { Block } from '../../../core/chain/transaction';
import { formatInteger } from '../../../core/format/counts';
import { useNetwork } from '../../network-context';
import { buttonClass } from '../../ui/Button';
import { DataTable } from '../../ui/DataTable';
import { ErrorState } from '../../ui/ErrorState';
import { AddressView } from '../../ui/identity/AddressView';
import { BlockLink } from '../../ui/identity/BlockLink';
import { GasInRow } from '../../ui/identity/GasInRow';
import { TimeView } from '../../ui/identity/TimeView';
import { Panel } from '../../ui/Panel';
import { SkeletonRows } from '../../ui/Skeleton';
import type { Column } from '../../ui/table/column';
import { LATEST, type LatestBlocks as Latest } from './use-latest-blocks';

const columns: readonly Column<Block>[] = [
  { label: 'Block', render: (block) => <BlockLink number={block.number ?? 0} /> },
  {
    label: 'When',
    render: (block) => (
      <span className="text-muted">
        <TimeView time={block.timestamp * 1000} focusable={false} />
      </span>
    ),
  },
  { label: 'Miner', wide: true, render: (block) => <AddressView address={block.miner} /> },
  { label: 'Transactions', numeric: true, render: (block) => formatInteger(block.transactions.length) },
  {
    label: 'Gas used',
    numeric: true,
    render: (block) => <GasInRow used={block.gasUsed} limit={block.gasLimit} />,
  },
];

export function LatestBlocks({ network, latest }: { network: Network; latest: Latest }) {
  const { segment } = useNetwork();
  const { blocks, failure } = latest;
  const missing = failure?.code === 'noEndpoint';
  return (
    <Panel
      title="Latest blocks"
      className="skip-offscreen md:col-span-2"
      actions={
        <Link to="/{-$network}/blocks" params={{ network: segment }} className="link">
          All blocks
        </Link>
      }
    >
      {blocks.length > 0 && (
        <DataTable label="Latest blocks" columns={columns} rows={blocks} rowKey={(block) => block.hash ?? ''} />
      )}
      {failure ? (
        <ErrorState
          compact
          failure={failure}
          actions={
            <Link to="/networks" search={{ network: network.id }} className={buttonClass({ variant: 'primary' })}>
              {missing ? 'Add an endpoint' : 'Look at the endpoints'}
            </Link>
          }
        />
      ) : (
        blocks.length === 0 && <SkeletonRows count={LATEST} label="Loading blocks" />
      )}
    </Panel>
  );
}
