/** The head of an explorer's home page: where its chain is, and the search. */
import { Link } from '@tanstack/react-router';
import type { Network } from '../../../core/chain/network';
import { countOf } from '../../../core/format/plural';
import { useHead } from '../../chain-head';
import { BlockLink } from '../../ui/identity/BlockLink';
import { TimeView } from '../../ui/identity/TimeView';
import { Skeleton } from '../../ui/Skeleton';
import { SimulateLink } from '../simulator/SimulateLink';
import { blockInterval } from './block-interval';
import { OpenSearch } from './OpenSearch';
import type { LatestBlocks } from './use-latest-blocks';

export function ChainHeading({ network, latest }: { network: Network; latest: LatestBlocks }) {
  const head = useHead(network.id);
  const [block] = latest.blocks;
  const number = head?.ok ? head.value.blockNumber : block?.number;
  return (
    <section className="flex flex-col gap-3 pt-2">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h1 className="text-[24px]">
            {number !== undefined ? (
              <>
                {network.name} {head?.ok === false ? 'was' : 'is'} at block <BlockLink number={number} />
              </>
            ) : head?.ok === false ? (
              `No endpoint answers with the latest block of ${network.name}`
            ) : (
              <>
                {network.name} is at block <Skeleton className="w-28" />
              </>
            )}
          </h1>
          {/* As high before the block is read as after. */}
          <p className="flex min-h-5 flex-wrap gap-x-3.5 text-muted">
            {block !== undefined && (
              <>
                <span>
                  {countOf(block.transactions.length, 'transaction')}, <TimeView time={block.timestamp * 1_000} />
                </span>
                <span>a new block about every {blockInterval(latest.blocks.map(({ timestamp }) => timestamp))}</span>
              </>
            )}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Link to="/open" className="text-accent hover:underline">
            Open a trace file
          </Link>
          <SimulateLink>Simulate a transaction</SimulateLink>
        </div>
      </div>
      <OpenSearch>Search transactions, addresses, blocks, tokens…</OpenSearch>
    </section>
  );
}
