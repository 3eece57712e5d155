/**
 * How much an address holds beside the network's currency: counts, which lead to the lists, and what its balance is worth;
 * and when it was first and last used.
 */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TransactionSummary } from '../../../core/chain/summaries';
import { formatUnits } from '../../../core/format/amounts';
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { formatPrice } from '../../../core/format/prices';
import { countHoldings } from '../../../core/tokens/holding-counts';
import { readEndsOfAddress } from '../../../db/chain/transaction-summaries';
import { readHeldItems, readHoldings } from '../../../db/chain-index/holdings';
import type { AccountSummary } from '../../../workers/contracts/contracts.api';
import { useNetwork } from '../../network-context';
import { Fact } from '../../ui/Facts';
import { useIdentityLinks } from '../../ui/identity/links';
import { TimeView } from '../../ui/identity/TimeView';
import { isWholeIndex, useChainIndex } from '../../use-chain-index';
import { useQuestion } from '../../use-question';
import { useStored } from '../../use-stored';

/** The room of a count, so that nothing beside it moves when it comes; as wide while this code is on its way. */
const HOLDING_ROOM = 'lg:min-w-44';

/** Items that are counted. */
const MAX_ITEMS = 1_000;

const NOT_INDEXED = 'This is known of an index: index the whole chain here to see it.';

export function WalletHoldings({ account: { address, balance } }: { account: AccountSummary }) {
  const { network, segment } = useNetwork();
  const index = useChainIndex(network);
  const held = useStored(async () => {
    const [tokens, items] = await Promise.all([
      readHoldings(network.id, address),
      readHeldItems(network.id, address, MAX_ITEMS),
    ]);
    return { tokens, items, ends: await readEndsOfAddress(network.id, address) };
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
          <Link
            to="/{-$network}/wallet/$address/assets/{-$kind}"
            params={{ ...params, kind: 'token' }}
            className="hover:underline"
          >
            {held?.tokens.isCut && 'more than '}
            {countOf(counts?.tokens ?? 0, 'token')}
          </Link>,
        )}
      </Fact>
      <Fact label="NFT holdings" className={HOLDING_ROOM}>
        {known(
          <Link
            to="/{-$network}/wallet/$address/assets/{-$kind}"
            params={{ ...params, kind: 'nft' }}
            className="hover:underline"
          >
            {held?.items.isCut && 'more than '}
            {countOf(counts?.items ?? 0, 'NFT')}
            {counts !== undefined && counts.items > 0 && (
              <span className="font-normal text-muted"> in {countOf(counts.collections, 'collection')}</span>
            )}
          </Link>,
        )}
      </Fact>
      <Fact label="First transaction" className={HOLDING_ROOM}>
        {known(<WhenOf summary={held?.ends.first} />)}
      </Fact>
      <Fact label="Last transaction" className={HOLDING_ROOM}>
        {known(<WhenOf summary={held?.ends.last} />)}
      </Fact>
      {balance.ok && <Worth wei={balance.value} />}
    </>
  );
}

/** Shows when a transaction was mined, as a link to it. */
function WhenOf({ summary }: { summary: TransactionSummary | undefined }) {
  const links = useIdentityLinks();
  if (summary === undefined) return 'none';
  const { hash, timestamp, blockNumber = 0 } = summary;
  const words =
    timestamp === undefined ? (
      `block ${formatInteger(blockNumber)}`
    ) : (
      <TimeView time={timestamp * 1000} focusable={false} />
    );
  return links ? (
    <Link {...links.transaction(hash)} className="hover:underline">
      {words}
    </Link>
  ) : (
    words
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
