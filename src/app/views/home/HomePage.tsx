import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { priceChainOf } from '../../../core/chain/price-chains';
import { useNetwork } from '../../network-context';
import { contentShown, sayPageShown } from '../../page-stages';
import { Icon } from '../../ui/Icon';
import { Kbd } from '../../ui/Kbd';
import { printKey } from '../../ui/keys';
import { lazyPart } from '../../ui/lazy-part';
import { Panel } from '../../ui/Panel';
import { SkeletonRows } from '../../ui/Skeleton';
import { useTitle } from '../../use-title';
import { useWiring } from '../../wiring';
import { openSearch } from '../search/search-dialog-state';
import { SimulateLink } from '../simulator/SimulateLink';
import { CHART_HEIGHT } from './chart-height';
import { HeadFacts } from './HeadFacts';
import { LatestBlocks } from './LatestBlocks';
import { Samples } from './Samples';
import { SteadyList } from './SteadyList';
import { LATEST, useLatestBlocks } from './use-latest-blocks';

// Apart, because it reads IndexedDB: the page shows its content before Dexie comes.
const RecentVisits = lazyPart(async () => {
  await contentShown();
  return (await import('./RecentVisits')).RecentVisits;
});

const LatestTransactions = lazyPart(async () => {
  await contentShown();
  return (await import('./LatestTransactions')).LatestTransactions;
});

const ChainCharts = lazyPart(async () => {
  await contentShown();
  return (await import('./ChainCharts')).ChainCharts;
});

const NativePrice = lazyPart(async () => {
  await contentShown();
  return (await import('./NativePrice')).NativePrice;
});

export function HomePage() {
  const { network } = useNetwork();
  const { thirdParties } = useWiring().config;
  const latest = useLatestBlocks(network);
  useTitle(network.name);
  const answered = latest.blocks.length > 0 || latest.failure !== undefined;
  useEffect(() => {
    if (answered) sayPageShown();
  }, [answered]);
  return (
    <div className="flex flex-col gap-3.5">
      {/* index.html draws this section before the app is there. */}
      <section className="flex flex-col items-center gap-3 pt-6 pb-4 text-center sm:pt-10">
        <h1 className="text-[26px]">What did this transaction do?</h1>
        <p className="max-w-[68ch] text-muted">
          Loupe opens any transaction and shows what it called, why it failed and where the gas went. It runs in this
          browser and asks nobody but the endpoint you choose.
        </p>
        <button
          type="button"
          onClick={openSearch}
          className="flex h-11 w-full max-w-[640px] items-center gap-2.5 rounded-l border border-line-strong bg-panel px-3.5 text-left text-l text-muted shadow-field hover:border-accent"
        >
          <Icon name="search" size={16} />
          <span className="truncate">Paste a transaction hash, address or block number</span>
          <span className="ml-auto max-sm:hidden">
            <Kbd>{printKey('mod+k')}</Kbd>
          </span>
        </button>
        <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
          <SimulateLink>Simulate a transaction</SimulateLink>
          <Link to="/open" className="text-accent hover:underline">
            Open a trace file
          </Link>
        </div>
      </section>
      <HeadFacts network={network} latest={latest} />
      <div className="grid items-start gap-3.5 md:grid-cols-2">
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
        <ChainCharts network={network} fallback={<ChartsOnTheirWay />} />
        {priceChainOf(network.id, thirdParties.prices) !== undefined && (
          <NativePrice
            network={network}
            fallback={
              <Panel title="Price" className="skip-offscreen md:col-span-2">
                <RoomOfChart />
              </Panel>
            }
          />
        )}
        <LatestBlocks network={network} latest={latest} />
        <LatestTransactions
          fallback={
            <Panel title="Latest transactions" className="skip-offscreen md:col-span-2">
              <SkeletonRows count={LATEST} label="Loading transactions" />
            </Panel>
          }
        />
      </div>
    </div>
  );
}

/** As high as the charts, so that nothing below them moves. */
function ChartsOnTheirWay() {
  return (
    <>
      {['Transaction history', 'Average gas price'].map((title) => (
        <Panel key={title} title={title} className="skip-offscreen">
          <RoomOfChart />
        </Panel>
      ))}
    </>
  );
}

function RoomOfChart() {
  return <div style={{ height: CHART_HEIGHT + 16 }} />;
}
