/** The items of a collection in the order of their ids; more come as the reader scrolls. */
import { useEffect, useRef, useState } from 'react';
import type { Name } from '../../../core/contract/knowledge';
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import type { TokenSummary } from '../../../core/tokens/token-summary';
import { readInventory, type TokenItem } from '../../../db/token-items';
import { useNetwork } from '../../network-context';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { AddressView } from '../../ui/identity/AddressView';
import { Panel } from '../../ui/Panel';
import { SkeletonRows } from '../../ui/Skeleton';
import { ListFacts } from '../../ui/table/ListBars';
import { useChainIndex } from '../../use-chain-index';
import { useNames } from '../../use-names';
import { useStored } from '../../use-stored';
import { IndexNote, originOf } from '../lists/IndexNote';
import { StillReading } from '../lists/StillReading';
import { NftCard, NftGrid } from '../nft/NftCard';
import { NftConsentNote } from '../nft/NftConsentNote';
import { useNftConsent, useSeen } from '../nft/use-nft';
import { isWholeIndex, useTokenCounts } from './use-token';

/** Items of one part. */
const PART = 24;

/** Another collection is another `key`. */
export function Inventory({ token }: { token: TokenSummary }) {
  const { network } = useNetwork();
  const index = useChainIndex(network);
  const counts = useTokenCounts(network, token.address);
  /** Cursors of the parts that are shown; the first has none. */
  const [parts, setParts] = useState<readonly (string | undefined)[]>([undefined]);
  const consent = useNftConsent();
  const isEmpty = counts?.items === 0;
  if (consent.isAllowed === undefined || index.state === undefined)
    return <SkeletonRows count={6} label="Loading the items" />;
  return (
    <>
      <IndexNote network={network} index={index} what="Items" />
      <NftConsentNote consent={consent} />
      <Panel>
        <ListFacts count={isWholeIndex(index) ? counts?.items : undefined} unit="item" {...originOf(index)} />
        {counts === undefined && <SkeletonRows count={6} label="Loading the items" />}
        {isEmpty && index.state === 'filling' && <StillReading what="items" />}
        {isEmpty && index.state !== 'filling' && (
          <EmptyState title="No items found">
            {index.state === 'off'
              ? 'A node cannot list the items of a collection: they are known once the chain is indexed here.'
              : 'None of its items was transferred in the blocks that are indexed.'}
          </EmptyState>
        )}
        {counts !== undefined && !isEmpty && (
          <NftGrid label="Items">
            {parts.map((cursor, at) => (
              <Part
                key={cursor ?? ''}
                token={token}
                cursor={cursor}
                onMore={at === parts.length - 1 ? (next) => setParts((before) => [...before, next]) : undefined}
              />
            ))}
          </NftGrid>
        )}
      </Panel>
    </>
  );
}

type PartProps = { token: TokenSummary; cursor: string | undefined; onMore: ((next: string) => void) | undefined };

function Part({ token, cursor, onMore }: PartProps) {
  const { network } = useNetwork();
  const page = useStored(
    () => readInventory(network.id, token.address, { cursor, limit: PART }),
    [network.id, token.address, cursor],
  );
  const rows = page?.rows ?? [];
  const names = useNames(
    network.id,
    rows.map(({ owner }) => owner),
  );
  const next = page?.next;
  return (
    <>
      {rows.map((row) => (
        <li key={String(row.tokenId)} className="contents">
          <NftCard
            item={{ network, token: token.address, standard: token.standard, tokenId: row.tokenId }}
            collection={token}
            amount={token.standard === 'ERC-1155' ? formatInteger(row.supply) : undefined}
          >
            <Owner row={row} name={row.owner && names[row.owner]} />
          </NftCard>
        </li>
      ))}
      {next !== undefined && onMore !== undefined && <More key={next} onMore={() => onMore(next)} />}
    </>
  );
}

function Owner({ row: { owner, owners }, name }: { row: TokenItem; name: Name | undefined }) {
  if (owners !== 1 || owner === undefined) return <>{countOf(owners, 'owner')}</>;
  return <AddressView address={owner} name={name} form="name" />;
}

/** Asks for more when it comes into sight, or when it is pressed. */
function More({ onMore }: { onMore: () => void }) {
  const { seen, place } = useSeen();
  const latest = useRef(onMore);
  latest.current = onMore;
  useEffect(() => {
    // Once: what is appended takes this element's place.
    if (seen) latest.current();
  }, [seen]);
  return (
    <li
      ref={(element) => {
        place.current = element;
      }}
      className="col-span-full flex justify-center p-3"
    >
      <Button onClick={onMore}>Load more items</Button>
    </li>
  );
}
