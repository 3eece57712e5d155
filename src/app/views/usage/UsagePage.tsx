/**
 * What Loupe asked of the endpoints: over time, by method and by endpoint, in calls and in units, against the quotas
 * that the reader entered. Counted in this browser; what other programs ask with the same key is not in it.
 */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { formatBytes, formatInteger } from '../../../core/format/counts';
import { formatDuration, formatUtc } from '../../../core/format/times';
import { type CallCount, sumUsage, type UsageCategory, usageOverTime, usageValue } from '../../../core/usage/usage';
import { readCallCounts } from '../../../db/networks/call-counts';
import { ChartFrame } from '../../ui/ChartFrame';
import { EmptyState } from '../../ui/EmptyState';
import { Fact, Facts } from '../../ui/Facts';
import { NativeSelect } from '../../ui/NativeSelect';
import { Panel } from '../../ui/Panel';
import { Segmented } from '../../ui/Segmented';
import { Skeleton } from '../../ui/Skeleton';
import { usePreference } from '../../use-preference';
import { useStored } from '../../use-stored';
import { useTitle } from '../../use-title';
import { useNetworks } from '../../wiring';
import { HostUsage } from '../hosted/HostUsage';
import { EndpointUsage } from './EndpointUsage';
import { MethodUsage } from './MethodUsage';
import { CATEGORIES, formatUsage, KEPT_DAYS, RANGES, type UsageRange } from './usage-choices';
import { WeightTable } from './WeightTable';

type Props = { network?: number | undefined; range?: UsageRange | undefined; show?: UsageCategory | undefined };

const DAY = 86_400_000;
/** The end of what is shown moves on, milliseconds: its points are hours. */
const TICK = 60_000;

export function UsagePage({ network, range = 'day', show = 'calls' }: Props) {
  useTitle('RPC usage');
  const now = useNow();
  const navigate = useNavigate();
  const networks = useNetworks();
  const networkId = networks?.find(({ id }) => id === network)?.id;
  const [weights] = usePreference('unitWeights');
  const all = useStored(() => readCallCounts(Date.now() - KEPT_DAYS * DAY), []);
  const counts = all?.filter((count) => networkId === undefined || count.networkId === networkId);
  const change = (search: Props) =>
    navigate({ to: '/usage', search: { network, range, show, ...search }, replace: true, resetScroll: false });
  const named = new Set((all ?? []).map((count) => count.networkId));

  return (
    <div className="flex flex-col gap-3.5">
      <header className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <div>
          <h1>RPC usage</h1>
          <p className="text-muted">
            Calls of this browser to the endpoints of your networks. The counts stay on this machine.
          </p>
        </div>
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <NativeSelect
            label="Network"
            value={networkId === undefined ? 'all' : String(networkId)}
            options={[
              { value: 'all', label: 'All networks' },
              ...(networks ?? [])
                .filter(({ id }) => named.has(id))
                .map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={(value) => void change({ network: value === 'all' ? undefined : Number(value) })}
          />
          <Segmented label="Time" value={range} segments={RANGES} onChange={(value) => void change({ range: value })} />
        </div>
      </header>
      {counts === undefined || weights === undefined ? (
        <Facts label="Usage in short">
          {CATEGORIES.map(({ value, label }) => (
            <Fact key={value} label={label}>
              <Skeleton className="w-16" />
            </Fact>
          ))}
        </Facts>
      ) : (
        <Usage
          counts={counts}
          weights={weights}
          range={range}
          show={show}
          now={now}
          onShow={(show) => void change({ show })}
        />
      )}
      <HostUsage />
      <WeightTable />
    </div>
  );
}

function Usage({
  counts,
  weights,
  range,
  show,
  now,
  onShow,
}: {
  counts: readonly CallCount[];
  weights: Readonly<Record<string, number>>;
  range: UsageRange;
  show: UsageCategory;
  now: number;
  onShow: (show: UsageCategory) => void;
}) {
  const { length, period, label } = RANGES.find(({ value }) => value === range) ?? RANGES[0];
  const first = now - length + period;
  const start = Math.floor(first / period) * period;
  const within = counts.filter(({ hour }) => hour >= start);
  const sum = sumUsage(within, weights);
  if (counts.length === 0) {
    return (
      <Panel>
        <EmptyState title="No calls yet">
          Open a transaction, a block or an address: every call to an endpoint is counted here by method and hour.
        </EmptyState>
      </Panel>
    );
  }
  const series = usageOverTime(counts, weights, { first, now, period });
  const shown = CATEGORIES.find(({ value }) => value === show) ?? CATEGORIES[0];
  return (
    <>
      <Facts label="Usage in short">
        <Fact label="All JSON-RPC calls">{formatInteger(sum.calls)}</Fact>
        <Fact label="Units consumed">{formatUsage('units', sum.units)}</Fact>
        <Fact label="Failed calls">
          {formatInteger(sum.failed)} <Share of={sum.failed} all={sum.calls} />
        </Fact>
        <Fact label="Rate-limited calls">
          {formatInteger(sum.rateLimited)} <Share of={sum.rateLimited} all={sum.calls} />
        </Fact>
        <Fact label="Sent transactions">{formatInteger(sum.sent)}</Fact>
        <Fact label="Mean latency">{sum.latency === undefined ? '–' : formatDuration(sum.latency)}</Fact>
        <Fact label="Received">{formatBytes(sum.bytes)}</Fact>
      </Facts>
      <Panel
        title={shown.label}
        aside={`last ${label}, UTC`}
        actions={<NativeSelect label="Shown in the chart" value={show} options={CATEGORIES} onChange={onShow} />}
      >
        <div className="px-3 py-2">
          <ChartFrame
            label={`${shown.label}, last ${label}`}
            kind={show === 'latency' ? 'line' : 'bars'}
            height={180}
            openEnded
            points={series.map(({ time, sum: each }) => ({ time, value: usageValue(each, show) }))}
            formatValue={(value) => formatUsage(show, value)}
            formatTime={range === 'month' ? formatDay : formatHour}
          />
        </div>
      </Panel>
      <MethodUsage counts={within} weights={weights} />
      <EndpointUsage counts={within} recent={counts} weights={weights} now={now} />
    </>
  );
}

function Share({ of, all }: { of: number; all: number }) {
  if (of === 0) return null;
  return <span className="font-normal text-muted">{((of / all) * 100).toFixed(1)} %</span>;
}

function formatHour(time: number): string {
  return `${formatDay(time)} ${formatUtc(time).slice(11, 16)}`;
}

function formatDay(time: number): string {
  return formatUtc(time).slice(0, 5);
}

/** The time, which moves on by minutes. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK);
    return () => clearInterval(timer);
  }, []);
  return now;
}
