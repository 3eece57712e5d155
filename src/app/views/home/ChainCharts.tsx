/** How busy the chain was and what gas cost, from this browser's index of it. */
import type { Network } from '../../../core/chain/network';
import { formatInteger } from '../../../core/format/counts';
import { formatGwei } from '../../../core/format/gas-price';
import { countOf } from '../../../core/format/plural';
import { Button } from '../../ui/Button';
import { ChartFrame } from '../../ui/ChartFrame';
import { EmptyState } from '../../ui/EmptyState';
import { Panel } from '../../ui/Panel';
import { Skeleton } from '../../ui/Skeleton';
import { DEFAULT_WINDOW, useChainIndex } from '../../use-chain-index';
import { useLoaded } from '../../use-loaded';
import { useWiring } from '../../wiring';
import { chartTimes } from './chart-times';
import { CHART, CHART_HEIGHT } from './panel-room';

/** Lengths of periods as readers say them, milliseconds. */
const PERIOD_TEXT: readonly (readonly [number, string])[] = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1_000, 'second'],
];

export function ChainCharts({ network }: { network: Network }) {
  const { indexer } = useWiring().workers;
  const index = useChainIndex(network);
  const { progress } = index;
  const history = useLoaded(`history ${network.id}`, async () => (await indexer.history(network.id)) ?? null, {
    version: `${progress?.head} ${progress?.blocks}`,
  });
  if (index.state === 'off') {
    return (
      <Panel title="Activity" className="md:col-span-2">
        <EmptyState
          title="Charts come from this browser’s index of the chain"
          action={
            <Button onClick={() => index.choose({ state: 'on', window: DEFAULT_WINDOW })}>
              Index the last {formatInteger(DEFAULT_WINDOW)} blocks
            </Button>
          }
        >
          A node has no history of activity. Indexing reads blocks from your endpoint, and keeps what lists and charts
          need in this browser.
        </EmptyState>
      </Panel>
    );
  }
  // Two periods are what a chart needs.
  if (!history || history.points.length < 2) {
    const isEmpty = history !== undefined && (history !== null || index.state === 'whole');
    return (
      <>
        <Waiting title="Transaction history" isEmpty={isEmpty} />
        <Waiting title="Average gas price" isEmpty={isEmpty} />
      </>
    );
  }
  const { period, points, firstBlock, lastBlock } = history;
  const every = periodText(period);
  const priced = points.flatMap(({ time, gasPrice }) => (gasPrice === undefined ? [] : [{ time, value: gasPrice }]));
  const blocks = `blocks ${formatInteger(firstBlock)} to ${formatInteger(lastBlock)}`;
  const times = chartTimes(period);
  return (
    <>
      <Panel title="Transaction history" className={CHART} aside={`per ${every}, ${blocks}`}>
        <div className="px-3 py-2">
          <ChartFrame
            label={`Transactions per ${every}`}
            kind="bars"
            height={CHART_HEIGHT}
            openEnded
            points={points.map(({ time, transactions }) => ({ time, value: transactions }))}
            formatValue={(value) => (Number.isInteger(value) ? countOf(value, 'transaction') : '')}
            formatTick={(value) => (Number.isInteger(value) ? formatInteger(value) : '')}
            formatTime={times.said}
            formatTimeTick={times.axis}
          />
        </div>
      </Panel>
      <Panel title="Average gas price" className={CHART} aside={`per ${every}`}>
        {priced.length < 2 ? (
          <div style={{ minHeight: CHART_HEIGHT + 16 }}>
            <EmptyState title="Too few transactions">Prices are known for fewer than two periods.</EmptyState>
          </div>
        ) : (
          <div className="px-3 py-2">
            <ChartFrame
              label={`Average gas price per ${every}, Gwei`}
              kind="line"
              height={CHART_HEIGHT}
              points={priced}
              formatValue={(wei) => `${formatGwei(wei)} Gwei`}
              formatTick={formatGwei}
              formatTime={times.said}
              formatTimeTick={times.axis}
            />
          </div>
        )}
      </Panel>
    </>
  );
}

function Waiting({ title, isEmpty }: { title: string; isEmpty: boolean }) {
  return (
    <Panel title={title} className={CHART}>
      <div style={{ minHeight: CHART_HEIGHT + 16 }} className="px-3 py-2">
        {isEmpty ? (
          <EmptyState title="Too few blocks">A chart needs blocks of two periods.</EmptyState>
        ) : (
          <Skeleton className="h-full w-full" />
        )}
      </div>
    </Panel>
  );
}

/** `hour`, `6 hours`. */
function periodText(period: number): string {
  const [length, word] = PERIOD_TEXT.find(([each]) => period >= each) ?? [1_000, 'second'];
  const count = Math.round(period / length);
  return count === 1 ? word : countOf(count, word);
}
