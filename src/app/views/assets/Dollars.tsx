/** Dollar values of the transfers, and the origin of the prices. */
import { Link } from '@tanstack/react-router';
import type { NativeCurrency } from '../../../core/chain/network';
import type { Address } from '../../../core/chain/primitives';
import { formatUnits } from '../../../core/format/amounts';
import { countOf } from '../../../core/format/plural';
import { formatPrice } from '../../../core/format/prices';
import { formatUtc } from '../../../core/format/times';
import type { AssetStandard } from '../../../core/trace/transfers';
import type { AssetPrice, Prices } from '../../../workers/chain/chain.api';
import type { TokenView, Transfers } from '../../../workers/trace/views.api';
import { RequestFailed } from '../../ui/RequestFailed';
import type { Answer } from '../../use-question';

const FLOOR = 'Floor prices are displayed for NFTs so the balance changes might be inaccurate.';
/** Digits of a tooltip. */
const EXACT = 20;

/** Prices by token, with what is known of the tokens. */
export type Worth = {
  of: ReadonlyMap<Address | undefined, AssetPrice>;
  tokens: ReadonlyMap<Address, TokenView>;
};

export function worthBy(prices: Answer<Prices>, moved: Transfers | undefined): Worth | undefined {
  if (moved === undefined || prices.state !== 'here' || prices.value.state !== 'here') return undefined;
  return {
    of: new Map(prices.value.prices.map((price) => [price.token, price])),
    tokens: new Map(moved.tokens.map((token) => [token.address, token])),
  };
}

type Asset = { standard: AssetStandard | 'native'; token?: Address; amount: bigint };

/** Shows the value of the amount in dollars; nothing where no price is known, or the decimals are not. */
export function Dollars({
  asset,
  worth,
  currency,
}: {
  asset: Asset;
  worth: Worth | undefined;
  currency: NativeCurrency;
}) {
  const price = worth?.of.get(asset.token);
  const units = worth && unitsOf(asset, worth, currency);
  if (price === undefined || units === undefined) return null;
  const value = units * price.usd;
  return (
    <span
      className="ml-2 text-muted text-s tabular-nums"
      title={`${formatPrice(value, EXACT)} at ${formatPrice(price.usd, EXACT)} each`}
    >
      {formatPrice(value)}
    </span>
  );
}

/** Returns the amount in whole units, without its sign. */
function unitsOf({ standard, token, amount }: Asset, { tokens }: Worth, currency: NativeCurrency): number | undefined {
  const size = amount < 0n ? -amount : amount;
  if (standard === 'native') return Number(formatUnits(size, currency.decimals));
  // Of NFTs the price is that of one.
  if (standard !== 'ERC-20') return Number(size);
  const decimals = token === undefined ? undefined : tokens.get(token)?.decimals;
  return decimals === undefined ? undefined : Number(formatUnits(size, decimals));
}

type NotesProps = {
  prices: Answer<Prices> & { again: () => void };
  moved: Transfers;
  worth: Worth | undefined;
};

/** Names the provider and the time of the prices, or says why there are none. */
export function PriceNotes({ prices, moved, worth }: NotesProps) {
  if (prices.state === 'waiting') return <p>Dollar values are loading.</p>;
  if (prices.state === 'failed') {
    return (
      <p>
        Dollar values are missing. <RequestFailed failure={prices.failure} onRetry={prices.again} />
      </p>
    );
  }
  const answer = prices.value;
  if (answer.state === 'off') {
    return (
      <p>
        Dollar values are unknown: no price source is switched on.{' '}
        <Link to="/settings" className="text-accent underline">
          Settings
        </Link>
      </p>
    );
  }
  if (answer.state === 'noSuchChain')
    return <p>Dollar values are unknown: {answer.source} has no prices of this network.</p>;
  const floors = moved.tokens.some(({ address, standard }) => standard !== 'ERC-20' && worth?.of.has(address));
  const times = answer.prices.map(({ at }) => at);
  const missing = moved.tokens.filter(({ address }) => !worth?.of.has(address)).length;
  return (
    <>
      {floors && <p className="text-pending">{FLOOR}</p>}
      {answer.prices.length === 0 ? (
        <p>Dollar values are unknown: {answer.source} has no price of these assets.</p>
      ) : (
        <p>
          Dollar values at prices of {formatUtc(Math.min(...times) * 1000)}
          {Math.max(...times) - Math.min(...times) > 60 && ` to ${formatUtc(Math.max(...times) * 1000)}`}, from{' '}
          {answer.source}
          {missing > 0 && `; ${countOf(missing, 'token has', 'tokens have')} none`}.
        </p>
      )}
    </>
  );
}
