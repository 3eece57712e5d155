/** What an item is at a glance, and its attributes. Name, description and attributes are its maker's words. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isCounted } from '../../../core/chain/token-standard';
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { harmlessText } from '../../../core/text/harmless';
import type { NftMetadata } from '../../../core/tokens/nft-metadata';
import { shortTokenId } from '../../../core/tokens/token-id';
import type { TokenSummary } from '../../../core/tokens/token-summary';
import type { TokenItem } from '../../../db/chain-index/token-items';
import type { ItemFacts, ItemMetadata } from '../../../workers/tokens/tokens.api';
import { useNetwork } from '../../network-context';
import { Badge } from '../../ui/Badge';
import { Callout } from '../../ui/Callout';
import { CopyButton } from '../../ui/CopyButton';
import { EmptyState } from '../../ui/EmptyState';
import { Field, FieldList } from '../../ui/Facts';
import { AddressView } from '../../ui/identity/AddressView';
import { Panel } from '../../ui/Panel';
import { Skeleton } from '../../ui/Skeleton';
import { useNames } from '../../use-names';
import type { Answer } from '../../use-question';
import { itemAmountText, useUnitsOf } from '../tokens/use-token';
import { NftPicture } from './NftPicture';
import { noOwnerText } from './no-owner-text';
import { useItem } from './use-nft';

type Props = { facts: ItemFacts; collection: TokenSummary; tokenId: bigint; indexed: TokenItem | undefined };

export function ItemSummary({ facts, collection, tokenId, indexed }: Props) {
  const { network, segment } = useNetwork();
  const { address, standard, symbol, name } = collection;
  const { metadata, picture } = useItem({ network, token: address, standard, tokenId }, true);
  const units = useUnitsOf(network, { token: address, standard, tokenId });
  const said = metadata.state === 'here' && metadata.value.state === 'here' ? metadata.value.metadata : undefined;
  const title = harmlessText(said?.name ?? units?.name ?? `${symbol ?? name ?? 'Item'} #${shortTokenId(tokenId)}`, 120);
  const names = useNames(network.id, [facts.owner]);
  const whole = harmlessText(name ?? symbol ?? 'Unknown collection', 80);
  const unowned = noOwnerText(facts, standard);
  return (
    <div className="grid items-start gap-3.5 md:grid-cols-[minmax(0,360px)_minmax(0,1fr)]">
      <NftPicture metadata={metadata} picture={picture} alt={title} />
      <div className="flex min-w-0 flex-col gap-3.5">
        <header className="flex flex-wrap items-center gap-2">
          <h1 className="min-w-0 break-words">
            <bdi>{title}</bdi>
          </h1>
          <Badge tone="accent">{standard}</Badge>
          {unowned !== undefined && (
            <Badge tone="failure" glyph="✕">
              No owner
            </Badge>
          )}
        </header>
        {unowned !== undefined && <Callout tone="failure">{unowned}</Callout>}
        <Panel title="Item">
          <FieldList>
            <Field label={standard === 'ERC-721' ? 'Owner' : 'Owners'}>
              {unowned !== undefined ? (
                <Quiet>nobody</Quiet>
              ) : facts.owner !== undefined ? (
                <AddressView address={facts.owner} name={names[facts.owner]} />
              ) : indexed === undefined ? (
                <Quiet>unknown: none of its transfers is indexed here</Quiet>
              ) : (
                countOf(indexed.owners, 'owner')
              )}
            </Field>
            {isCounted(standard) && (
              <Field label="Amount">
                {facts.supply !== undefined ? (
                  itemAmountText(facts.supply, units)
                ) : indexed !== undefined && indexed.supply > 0n ? (
                  <>
                    {itemAmountText(indexed.supply, units)} <Quiet>from indexed transfers</Quiet>
                  </>
                ) : (
                  <Quiet>unknown: the contract keeps no count</Quiet>
                )}
              </Field>
            )}
            <Field label="Collection">
              <Link
                to="/{-$network}/contract/$address"
                params={{ network: segment, address }}
                search={{ view: 'market' }}
                className="link"
              >
                <bdi>{whole}</bdi>
              </Link>{' '}
              <AddressView address={address} kind="contract" />
            </Field>
            <Field label="Token id">
              <span className="mono break-all">{tokenId.toString()}</span>{' '}
              <CopyButton text={tokenId.toString()} what="token id" />
            </Field>
            <Field label="Standard">{standard}</Field>
            <Field label="Metadata">{originOfMetadata(metadata)}</Field>
          </FieldList>
        </Panel>
        {/* There before the metadata, so that what is below it does not move. */}
        <Panel title="Description">
          <p className="break-words p-3">
            {said?.description !== undefined ? (
              <bdi>{harmlessText(said.description, 5_000)}</bdi>
            ) : metadata.state === 'waiting' ? (
              <Skeleton className="w-56" />
            ) : (
              <Quiet>
                {said === undefined ? 'It is in the metadata, which is not known.' : 'The metadata has none.'}
              </Quiet>
            )}
          </p>
        </Panel>
        <Attributes said={said} />
      </div>
    </div>
  );
}

function Attributes({ said }: { said: NftMetadata | undefined }) {
  return (
    <Panel title="Attributes" aside={said?.attributes.length ? formatInteger(said.attributes.length) : undefined}>
      {said === undefined || said.attributes.length === 0 ? (
        <EmptyState title="No attributes">
          {said === undefined ? 'They are in the metadata, which is not known.' : 'The metadata names none.'}
        </EmptyState>
      ) : (
        <>
          <dl className="grid grid-cols-[repeat(auto-fill,minmax(150px,1fr))] gap-2 p-3">
            {said.attributes.map(({ trait, value }, at) => (
              // Traits may repeat, and have no identity but their position.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <div key={at} className="min-w-0 rounded-m border border-line bg-raised px-2.5 py-1.5">
                <dt className="truncate text-muted text-s">
                  <bdi>{trait === '' ? 'Property' : harmlessText(trait, 60)}</bdi>
                </dt>
                <dd className="break-words font-medium">
                  <bdi>{harmlessText(value, 300)}</bdi>
                </dd>
              </div>
            ))}
          </dl>
          {said.moreAttributes > 0 && (
            <p className="px-3 pb-3 text-muted">and {formatInteger(said.moreAttributes)} more, which are not shown</p>
          )}
        </>
      )}
    </Panel>
  );
}

function originOfMetadata(metadata: Answer<ItemMetadata>): ReactNode {
  if (metadata.state === 'waiting') return <Quiet>on its way</Quiet>;
  if (metadata.state === 'failed') return harmlessText(metadata.failure.message, 300);
  const { value } = metadata;
  if (value.state === 'off') return `at ${value.host}, which is not asked`;
  if (value.state === 'missing') return harmlessText(value.reason, 300);
  return value.from === undefined ? 'held by the contract itself' : `from ${value.from}`;
}

function Quiet({ children }: { children: ReactNode }) {
  return <span className="text-muted">{children}</span>;
}
