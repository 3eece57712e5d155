/** An item in a grid: picture, name, id, and how much there is of it or who has it. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isCounted } from '../../../core/chain/token-standard';
import { harmlessText } from '../../../core/text/harmless';
import { shortTokenId } from '../../../core/tokens/token-id';
import type { TokenSummary } from '../../../core/tokens/token-summary';
import { segmentOf } from '../../networks';
import { Badge } from '../../ui/Badge';
import { useSeen } from '../../use-seen';
import { useWiring } from '../../wiring';
import { itemAmountText, useUnitsOf } from '../tokens/use-token';
import { NftPicture } from './NftPicture';
import { type ItemId, useItem } from './use-nft';

type Props = {
  item: ItemId;
  collection: TokenSummary | undefined;
  /** Name of the network, where items of several networks stand beside one another. */
  networkName?: string | undefined;
  /** How much of the item somebody has, or how much there is; shown where the standard counts items. */
  amount: bigint;
  /** Below the name: the owner. */
  children?: ReactNode;
};

export function NftCard({ item, collection, networkName, amount, children }: Props) {
  const { config } = useWiring();
  const { seen, place } = useSeen();
  const { metadata, picture } = useItem(item, seen);
  const units = useUnitsOf(item.network, seen ? item : undefined);
  const given = metadata.state === 'here' && metadata.value.state === 'here' ? metadata.value.metadata.name : undefined;
  const id = shortTokenId(item.tokenId);
  const whole = collection?.symbol ?? collection?.name;
  const name = harmlessText(given ?? units?.name ?? `${whole ?? 'Item'} #${id}`, 80);
  return (
    <article ref={place} className="flex min-w-0 flex-col gap-1.5 rounded-l border border-line bg-panel p-2.5">
      <NftPicture metadata={metadata} picture={picture} alt={name} />
      <Link
        to="/{-$network}/nft/$address/$id"
        params={{ network: segmentOf(config, item.network), address: item.token, id: item.tokenId.toString() }}
        className="min-w-0 truncate font-semibold hover:underline"
      >
        <bdi>{name}</bdi>
      </Link>
      <p className="flex flex-wrap items-center gap-1.5 text-muted text-s">
        <Badge>{item.standard}</Badge>
        {networkName !== undefined && <span>{networkName}</span>}
        {isCounted(item.standard) && (
          <span>
            {units?.decimals === undefined && '× '}
            {itemAmountText(amount, units)}
          </span>
        )}
      </p>
      <p className="truncate text-muted text-s">
        <bdi>{harmlessText(collection?.name ?? collection?.symbol ?? 'Unknown collection', 60)}</bdi>{' '}
        <span className="mono" title={item.tokenId.toString()}>
          #{id}
        </span>
      </p>
      {children !== undefined && <div className="min-w-0 text-s">{children}</div>}
    </article>
  );
}

/** Shows cards side by side, as many as there is room for. */
export function NftGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="grid grid-cols-[repeat(auto-fill,minmax(170px,1fr))] gap-3 p-3">
      {children}
    </ul>
  );
}
