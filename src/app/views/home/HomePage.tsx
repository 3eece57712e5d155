import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Network } from '../../../core/chain/network';
import { priceChainOf } from '../../../core/config/price-chains';
import { useNetwork } from '../../network-context';
import { contentShown, sayPageShown } from '../../page-stages';
import { lazyPart } from '../../ui/lazy-part';
import { Panel } from '../../ui/Panel';
import { SkeletonRows } from '../../ui/Skeleton';
import { useTitle } from '../../use-title';
import { useWiring } from '../../wiring';
import { SimulateLink } from '../simulator/SimulateLink';
import { ChainHeading } from './ChainHeading';
import { HeadFacts } from './HeadFacts';
import { LatestBlocks } from './LatestBlocks';
import { OpenSearch } from './OpenSearch';
import { CHART, CHART_HEIGHT, FEED } from './panel-room';
import { Samples } from './Samples';
import { SteadyList } from './SteadyList';
import { LATEST, useLatestBlocks } from './use-latest-blocks';

// Apart, because it reads IndexedDB: the page shows its content before Dexie comes.
const RecentVisits = lazyPart(async () => (await import('./RecentVisits')).RecentVisits, contentShown);

const LatestTransactions = lazyPart(
  async () => (await import('./LatestTransactions')).LatestTransactions,
  contentShown,
);

const ChainCharts = lazyPart(async () => (await import('./ChainCharts')).ChainCharts, contentShown);

const NativePrice = lazyPart(async () => (await import('./NativePrice')).NativePrice, contentShown);

export function HomePage() {
  const { network } = useNetwork();
  const isExplorer = useWiring().config.variant === 'explorer';
  const latest = useLatestBlocks(network);
  useTitle(network.name);
  const answered = latest.blocks.length > 0 || latest.failure !== undefined;
  useEffect(() => {
    if (answered) sayPageShown();
  }, [answered]);
  return (
    <div className="flex flex-col gap-3.5">
      {isExplorer ? <ChainHeading network={network} latest={latest} /> : <Question />}
      <HeadFacts network={network} latest={latest} isBelowHeading={isExplorer} />
      {/* The reader of an explorer comes for its chain. */}
      {!isExplorer && <WorthOpening network={network} />}
      <Charts network={network} />
      <div className="grid gap-3.5 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <LatestBlocks network={network} latest={latest} />
        <LatestTransactions
          fallback={
            <Panel title="Latest transactions" className={FEED}>
              <div className="md:h-[630px]">
                <SkeletonRows count={LATEST} label="Loading transactions" />
              </div>
            </Panel>
          }
        />
      </div>
      {isExplorer && <WorthOpening network={network} />}
    </div>
  );
}

function Question() {
  return (
    // index.html draws this section before the app is there.
    <section className="flex flex-col items-center gap-3 pt-6 pb-4 text-center sm:pt-10">
      <h1 className="text-[26px]">What did this transaction do?</h1>
      <p className="max-w-[68ch] text-muted">
        Loupe opens any transaction and shows what it called, why it failed and where the gas went. It runs in this
        browser and asks nobody but the endpoint you choose.
      </p>
      <div className="w-full max-w-[640px]">
        <OpenSearch>Paste a transaction hash, address or block number</OpenSearch>
      </div>
      <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
        <SimulateLink>Simulate a transaction</SimulateLink>
        <Link to="/open" className="text-accent hover:underline">
          Open a trace file
        </Link>
      </div>
    </section>
  );
}

function WorthOpening({ network }: { network: Network }) {
  return (
    <div className="grid gap-3.5 md:grid-cols-2">
      <Samples network={network} />
      <RecentVisits
        fallback={
          <Panel title="Recently opened">
            <SteadyList label="Visits">
              <SkeletonRows count={6} label="Loading what you opened" />
            </SteadyList>
          </Panel>
        }
      />
    </div>
  );
}

function Charts({ network }: { network: Network }) {
  const { thirdParties } = useWiring().config;
  return (
    <div className="grid items-start gap-3.5 md:grid-cols-2">
      <ChainCharts network={network} fallback={<ChartsOnTheirWay />} />
      {priceChainOf(network.id, thirdParties.prices) !== undefined && (
        <NativePrice
          network={network}
          fallback={
            <Panel title="Price" className={`${CHART} md:col-span-2`}>
              <RoomOfChart />
            </Panel>
          }
        />
      )}
    </div>
  );
}

/** Keeps as much room as the charts need, so that nothing below them moves. */
function ChartsOnTheirWay() {
  return (
    <>
      {['Transaction history', 'Average gas price'].map((title) => (
        <Panel key={title} title={title} className={CHART}>
          <RoomOfChart />
        </Panel>
      ))}
    </>
  );
}

function RoomOfChart() {
  return <div style={{ height: CHART_HEIGHT + 16 }} />;
}
