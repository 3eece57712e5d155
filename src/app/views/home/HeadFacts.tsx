import type { ReactNode } from 'react';
import type { Network } from '../../../core/chain/network';
import { formatInteger } from '../../../core/format/counts';
import { formatDuration } from '../../../core/format/times';
import { harmlessText } from '../../../core/text/harmless';
import { useHead } from '../../chain-head';
import { Fact, Facts } from '../../ui/Facts';
import { AmountView } from '../../ui/identity/AmountView';
import { BlockLink } from '../../ui/identity/BlockLink';
import { GasView } from '../../ui/identity/GasView';
import { TimeView } from '../../ui/identity/TimeView';
import { Skeleton } from '../../ui/Skeleton';
import { useLoaded } from '../../use-loaded';
import { useChainApi } from '../../wiring';
import { blockInterval } from './block-interval';
import type { LatestBlocks } from './use-latest-blocks';

type Props = {
  network: Network;
  latest: LatestBlocks;
  /** The heading of the page has the number of the newest block, its age and its transactions. */
  isBelowHeading: boolean;
};

/** Shows the head of the chain in a strip; what the endpoint does not give is a dash. */
export function HeadFacts({ network, latest, isBelowHeading }: Props) {
  const head = useHead(network.id);
  const block = latest.blocks[0];
  // The panel of blocks says why there is none.
  const Pending = head?.ok === false && block === undefined ? Dash : Skeleton;
  return (
    <Facts label="Head of the chain">
      {!isBelowHeading && (
        <Fact label="Latest block">{head?.ok ? <BlockLink number={head.value.blockNumber} /> : <Pending />}</Fact>
      )}
      <Finality network={network} head={head?.ok ? head.value.blockNumber : undefined} Pending={Pending} />
      {!isBelowHeading && <Fact label="Mined">{block ? <TimeView time={block.timestamp * 1000} /> : <Pending />}</Fact>}
      <Fact label="Block time">
        {block ? blockInterval(latest.blocks.map(({ timestamp }) => timestamp)) : <Pending className="w-12" />}
      </Fact>
      {/* As high before the bar is drawn as after. */}
      <Fact label="Gas used" className="min-h-[59px]">
        {block ? <GasView used={block.gasUsed} limit={block.gasLimit} abbreviate /> : <Pending className="w-40" />}
      </Fact>
      {(!block || block.baseFeePerGas !== undefined) && (
        <Fact label="Base fee">
          {block?.baseFeePerGas === undefined ? (
            <Pending />
          ) : (
            <AmountView wei={block.baseFeePerGas} currency={network.nativeCurrency} />
          )}
        </Fact>
      )}
      {!isBelowHeading && (
        <Fact label="Transactions">
          {block ? formatInteger(block.transactions.length) : <Pending className="w-8" />}
        </Fact>
      )}
      <Fact label="Endpoint">
        {head?.ok ? (
          <>
            {harmlessText(head.value.endpoint, 40)}{' '}
            <span className="font-normal text-muted" data-fleeting="… ms">
              {formatDuration(head.value.latency)}
            </span>
          </>
        ) : (
          <Pending />
        )}
      </Fact>
    </Facts>
  );
}

type Pending = (props: { className?: string }) => ReactNode;

/** Stands for a value that no endpoint gave. */
function Dash() {
  return <span className="text-muted">–</span>;
}

/** How far the chain is final, asked again when the head moves; a dash where the endpoint does not say. */
function Finality({ network, head, Pending }: { network: Network; head: number | undefined; Pending: Pending }) {
  const chain = useChainApi();
  const finality = useLoaded(
    head === undefined ? undefined : `finality ${network.id}`,
    () => chain.finality(network.id),
    {
      version: head,
    },
  );
  const block = (number: number | undefined) =>
    number === undefined ? <span className="text-muted">not known</span> : <BlockLink number={number} />;
  return (
    <>
      <Fact label="Last finalized block">{finality === undefined ? <Pending /> : block(finality.finalized)}</Fact>
      <Fact label="Last safe block">{finality === undefined ? <Pending /> : block(finality.safe)}</Fact>
    </>
  );
}
