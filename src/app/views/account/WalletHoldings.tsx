/** How much an address holds beside the network's currency: counts, which lead to the lists, and what its balance is worth. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatUnits } from '../../../core/format/amounts';
import { countOf } from '../../../core/format/plural';
import { formatPrice } from '../../../core/format/prices';
import { countHoldings } from '../../../core/tokens/holding-counts';
import { readHeldItems, readHoldings } from '../../../db/holdings';
import type { AccountSummary } from '../../../workers/contracts/contracts.api';
import { useNetwork } from '../../network-context';
import { Fact } from '../../ui/Facts';
import { isWholeIndex, useChainIndex } from '../../use-chain-index';
import { useQuestion } from '../../use-question';
import { useStored } from '../../use-stored';

/** The room of a count, so that nothing beside it moves when it comes; as wide while this code is on its way. */
const HOLDING_ROOM = 'lg:min-w-44';

/** Items that are counted. */
const MAX_ITEMS = 1_000;

const NOT_INDEXED = 'Balances are sums of transfers: index the whole chain here to see them.';

export function WalletHoldings({ account: { address, balance } }: { account: AccountSummary }) {
  const { network, segment } = useNetwork();
  const index = useChainIndex(network);
  const held = useStored(async () => {
    const [tokens, items] = await Promise.all([
      readHoldings(network.id, address),
      readHeldItems(network.id, address, MAX_ITEMS),
    ]);
    return { tokens, items };
  }, [network.id, address]);
  const counts = held && countHoldings(held.tokens.tokens, held.items.items);
  const known = (words: ReactNode) =>
    counts === undefined || index.state === undefined ? (
      <span className="font-normal text-muted">…</span>
    ) : isWholeIndex(index) ? (
      words
    ) : (
      <span className="font-normal text-muted" title={NOT_INDEXED}>
        unknown
      </span>
    );
  const params = { network: segment, address };
  return (
    <>
      <Fact label="Token holdings" className={HOLDING_ROOM}>
        {known(
          <Link to="/{-$network}/wallet/$address/assets/token" params={params} className="hover:underline">
            {held?.tokens.isCut && 'more than '}
            {countOf(counts?.tokens ?? 0, 'token')}
          </Link>,
        )}
      </Fact>
      <Fact label="NFT holdings" className={HOLDING_ROOM}>
        {known(
          <Link to="/{-$network}/wallet/$address/assets/nft" params={params} className="hover:underline">
            {held?.items.isCut && 'more than '}
            {countOf(counts?.items ?? 0, 'NFT')}
            {counts !== undefined && counts.items > 0 && (
              <span className="font-normal text-muted"> in {countOf(counts.collections, 'collection')}</span>
            )}
          </Link>,
        )}
      </Fact>
      {balance.ok && <Worth wei={balance.value} />}
    </>
  );
}

/** Nothing where nobody who may be asked knows a price. */
function Worth({ wei }: { wei: bigint }) {
  const { id, nativeCurrency } = useNetwork().network;
  const asked = useQuestion('tokens', `price of the currency ${id}`, (tokens, job) => tokens.prices(job, id, []));
  const prices = asked.state === 'here' && asked.value.state === 'here' ? asked.value.prices : [];
  const price = prices.find(({ token }) => token === undefined)?.usd;
  if (price === undefined) return null;
  const units = Number(formatUnits(wei, nativeCurrency.decimals));
  return (
    <Fact label="Balance in dollars">
      <span title={`${formatPrice(price, 20)} each`}>{formatPrice(units * price)}</span>
    </Fact>
  );
}
