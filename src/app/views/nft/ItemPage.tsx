/** One item of a collection: its picture, who has it, what its metadata says, and its transfers. */

import type { Address } from '../../../core/chain/primitives';
import { isCounted } from '../../../core/chain/token-standard';
import { shorten } from '../../../core/format/shorten';
import { shortTokenId } from '../../../core/tokens/token-id';
import type { TokenSummary } from '../../../core/tokens/token-summary';
import { readItem } from '../../../db/chain-index/token-items';
import type { ItemFacts } from '../../../workers/tokens/tokens.api';
import { useNetwork } from '../../network-context';
import { HiddenHeading } from '../../ui/HiddenHeading';
import { AddressView } from '../../ui/identity/AddressView';
import { Message } from '../../ui/Message';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { RetryableError } from '../../ui/RetryableError';
import { useQuestion } from '../../use-question';
import { useStored } from '../../use-stored';
import { useTitle } from '../../use-title';
import { HolderList } from '../lists/HolderList';
import { TransferList } from '../lists/TransferList';
import { SearchButton } from '../search/SearchButton';
import { ItemSummary } from './ItemSummary';
import { NftConsentNote } from './NftConsentNote';
import { type NftConsent, useNftConsent } from './use-nft';

export function ItemPage({ token, tokenId }: { token: Address; tokenId: bigint }) {
  const { network } = useNetwork();
  useTitle(`NFT #${shortTokenId(tokenId)}`);
  const item = useQuestion('tokens', `item ${network.id} ${token} ${tokenId}`, (tokens, job) =>
    tokens.loadItem(job, network.id, token, tokenId),
  );
  const consent = useNftConsent();
  if (item.state === 'waiting' || consent.isAllowed === undefined) return <PageSkeleton />;
  if (item.state === 'failed') {
    return (
      <>
        <HiddenHeading>NFT</HiddenHeading>
        <RetryableError failure={item.failure} onRetry={item.again} />
      </>
    );
  }
  const { collection } = item.value;
  if (collection === undefined || collection.standard === 'ERC-20')
    return <NoItem token={token} collection={collection} />;
  return <Item facts={item.value} collection={collection} tokenId={tokenId} consent={consent} />;
}

type ItemProps = { facts: ItemFacts; collection: TokenSummary; tokenId: bigint; consent: NftConsent };

function Item({ facts, collection, tokenId, consent }: ItemProps) {
  const { network } = useNetwork();
  const { address, standard } = collection;
  const indexed = useStored(() => readItem(network.id, address, tokenId), [network.id, address, tokenId]);
  const key = `${network.id} ${address} ${tokenId}`;
  return (
    <article className="flex flex-col gap-3.5">
      <NftConsentNote consent={consent} />
      <ItemSummary facts={facts} collection={collection} tokenId={tokenId} indexed={indexed} />
      {isCounted(standard) && (
        <section aria-label="Owners" className="flex flex-col gap-2">
          <h2>Owners</h2>
          <HolderList
            key={`owners ${key}`}
            token={collection}
            item={{ id: tokenId, supply: facts.supply ?? indexed?.supply }}
          />
        </section>
      )}
      <section aria-label="Item Activity" className="flex flex-col gap-2">
        <h2>Item Activity</h2>
        <TransferList
          key={key}
          network={network}
          list={{ of: 'item', token: address, tokenId }}
          label="Item Activity"
        />
      </section>
    </article>
  );
}

function NoItem({ token, collection }: { token: Address; collection: TokenSummary | undefined }) {
  return (
    <Message title="This is no NFT" actions={<SearchButton />}>
      {collection === undefined
        ? `The contract at ${shorten(token)} does not support ERC-721 or ERC-1155.`
        : 'The contract is an ERC-20 token: it has no items.'}{' '}
      See <AddressView address={token} kind="contract" />.
    </Message>
  );
}
