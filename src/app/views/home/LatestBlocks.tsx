import { Link } from '@tanstack/react-router';
import type { Network } from '../../../core/chain/network';
import type { Block } from '../../../core/chain/transaction';
import { countOf } from '../../../core/format/plural';
import { useNetwork } from '../../network-context';
import { buttonClass } from '../../ui/Button';
import { DataTable } from '../../ui/DataTable';
import { ErrorState } from '../../ui/ErrorState';
import { AddressView } from '../../ui/identity/AddressView';
import { AmountView } from '../../ui/identity/AmountView';
import { BlockLink } from '../../ui/identity/BlockLink';
import { GasInRow } from '../../ui/identity/GasInRow';
import { TimeView } from '../../ui/identity/TimeView';
import { Panel } from '../../ui/Panel';
import type { Column } from '../../ui/table/column';
import { FEED } from './panel-room';
import { TwoLines } from './TwoLines';
import { LATEST, type LatestBlocks as Latest } from './use-latest-blocks';

function columnsOf({ nativeCurrency }: Network): readonly Column<Block>[] {
  return [
    {
      label: 'Block',
      isTall: true,
      render: (block) => (
        <TwoLines below={<TimeView time={block.timestamp * 1000} focusable={false} />}>
          <BlockLink number={block.number ?? 0} />
        </TwoLines>
      ),
    },
    {
      label: 'Transactions',
      isTall: true,
      fills: true,
      render: (block) => (
        <TwoLines
          below={
            !block.minerUnknown && (
              <>
                by <AddressView address={block.miner} />
              </>
            )
          }
        >
          {countOf(block.transactions.length, 'transaction')}
        </TwoLines>
      ),
    },
    {
      label: 'Gas used',
      isTall: true,
      end: true,
      render: (block) => (
        <TwoLines
          end
          below={
            block.baseFeePerGas !== undefined && (
              <>
                base fee <AmountView wei={block.baseFeePerGas} currency={nativeCurrency} focusable={false} />
              </>
            )
          }
        >
          <span className="md:mono">
            <GasInRow used={block.gasUsed} limit={block.gasLimit} />
          </span>
        </TwoLines>
      ),
    },
  ];
}

export function LatestBlocks({ network, latest }: { network: Network; latest: Latest }) {
  const { segment } = useNetwork();
  const { blocks, failure } = latest;
  const missing = failure?.code === 'noEndpoint';
  return (
    <Panel
      title="Latest blocks"
      className={FEED}
      actions={
        <Link to="/{-$network}/blocks" params={{ network: segment }} className="link">
          All blocks
        </Link>
      }
    >
      {(blocks.length > 0 || failure === undefined) && (
        <DataTable
          label="Latest blocks"
          columns={columnsOf(network)}
          rows={blocks.length > 0 ? blocks : undefined}
          loadingRows={LATEST}
          rowKey={(block) => block.hash ?? ''}
        />
      )}
      {failure && (
        <ErrorState
          compact
          failure={failure}
          actions={
            <Link to="/networks" search={{ network: network.id }} className={buttonClass({ variant: 'primary' })}>
              {missing ? 'Add an endpoint' : 'Look at the endpoints'}
            </Link>
          }
        />
      )}
    </Panel>
  );
}
