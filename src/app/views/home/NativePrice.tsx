/** What the chain's currency was worth over the last days, where the reader allows asking for prices. */
import { Link } from '@tanstack/react-router';
import type { Network } from '../../../core/chain/network';
import { formatPrice } from '../../../core/format/prices';
import { formatUtc } from '../../../core/format/times';
import { harmlessText } from '../../../core/text/harmless';
import type { NativePrices } from '../../../workers/tokens/tokens.api';
import { ChartFrame } from '../../ui/ChartFrame';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { Panel } from '../../ui/Panel';
import { Skeleton } from '../../ui/Skeleton';
import { usePreference } from '../../use-preference';
import { useQuestion } from '../../use-question';
import { CHART, CHART_HEIGHT } from './panel-room';

/** Digits after the point of a price below a dollar. */
const SMALL_DIGITS = 6;
/** UTF-16 units of a currency's symbol and of a host. */
const MAX_SYMBOL = 20;
const MAX_HOST = 60;

export function NativePrice({ network }: { network: Network }) {
  const [consent] = usePreference('providers');
  const answer = useQuestion('tokens', `price ${network.id}`, (tokens, job) => tokens.nativePrices(job, network.id), {
    version: consent?.prices,
    when: consent !== undefined,
  });
  const symbol = harmlessText(network.nativeCurrency.symbol, MAX_SYMBOL);
  const { last } = answer;
  const isAsked = last?.state === 'here';
  return (
    <Panel
      title={`Price of ${symbol}`}
      {...(isAsked && { aside: `per day, from ${harmlessText(last.source, MAX_HOST)}` })}
      className={`${CHART} md:col-span-2`}
    >
      <div style={{ minHeight: CHART_HEIGHT + 16 }} className="px-3 py-2">
        {answer.state === 'failed' ? (
          <ErrorState compact failure={answer.failure} onRetry={answer.again} />
        ) : last === undefined ? (
          <Skeleton className="h-full w-full" />
        ) : (
          <Course prices={last} symbol={symbol} />
        )}
      </div>
    </Panel>
  );
}

function Course({ prices, symbol }: { prices: NativePrices; symbol: string }) {
  const source = harmlessText(prices.source, MAX_HOST);
  if (prices.state === 'off') {
    return (
      <EmptyState title={`${source} has prices of ${symbol}`}>
        It is asked only if you allow it. It then learns that you look at this chain, and your IP address.{' '}
        <Link to="/settings" hash="third-parties" className="link">
          Settings
        </Link>
      </EmptyState>
    );
  }
  // Two points are what a line needs.
  if (prices.points.length < 2) {
    return (
      <EmptyState title="No prices">
        {source} does not know what {symbol} was worth.
      </EmptyState>
    );
  }
  return (
    <ChartFrame
      label={`Price of ${symbol} per day, US dollars`}
      kind="line"
      height={CHART_HEIGHT}
      points={prices.points.map(({ at, usd }) => ({ time: at * 1_000, value: usd }))}
      formatValue={(usd) => formatPrice(usd, usd < 1 ? SMALL_DIGITS : 2)}
      formatTime={(time) => formatUtc(time).slice(0, 10)}
    />
  );
}
