/** The items of a collection in the order of their ids, those that are found later below; more come as the reader scrolls. */
import { useEffect, useState } from 'react';
import type { Name } from '../../../core/chain/name';
import type { Address, NetworkId } from '../../../core/chain/primitives';
import { countOf } from '../../../core/format/plural';
import type { TokenSummary } from '../../../core/tokens/token-summary';
import { readInventory, type TokenItem } from '../../../db/chain-index/token-items';
import type { ListPage } from '../../../db/list-page';
import { useNetwork } from '../../network-context';
import { Button } from '../../ui/Button';
import { AddressView } from '../../ui/identity/AddressView';
import { Panel } from '../../ui/Panel';
import { SkeletonRows } from '../../ui/Skeleton';
import { SortAgain } from '../../ui/SortAgain';
import { ListFacts } from '../../ui/table/ListBars';
import { useLatest } from '../../ui/use-latest';
import { isWholeIndex, useChainIndex } from '../../use-chain-index';
import { useGrowingRows } from '../../use-growing-rows';
import { useNames } from '../../use-names';
import { useSeen } from '../../use-seen';
import { useStored } from '../../use-stored';
import { IndexNote, originOf } from '../lists/IndexNote';
import { NoRows } from '../lists/NoRows';
import { useTokenCounts } from '../tokens/use-token';
import { NftCard, NftGrid } from './NftCard';
import { NftConsentNote } from './NftConsentNote';
import { useNftConsent } from './use-nft';

/** Items of one part. */
const PART = 24;

/** Another collection is another `key`. */
export function Inventory({ token }: { token: TokenSummary }) {
  const { network } = useNetwork();
  const index = useChainIndex(network);
  const counts = useTokenCounts(network, token.address);
  const [parts, setParts] = useState(1);
  const wanted = parts * PART;
  const page = useStored(() => readItems(network.id, token.address, wanted), [network.id, token.address, wanted]);
  const lastRead = page?.rows.at(-1)?.tokenId;
  const { shown, isInOrder, sort } = useGrowingRows(page?.rows, {
    list: '',
    keyOf: ({ tokenId }) => String(tokenId),
    limit: wanted,
    // Items with larger ids than those that were read are there still.
    isGone: ({ tokenId }) => page?.next === undefined || lastRead === undefined || tokenId <= lastRead,
  });
  const consent = useNftConsent();
  if (consent.isAllowed === undefined || index.state === undefined)
    return <SkeletonRows count={6} label="Loading the items" />;
  const isEmpty = shown?.length === 0;
  return (
    <>
      <IndexNote network={network} index={index} what="Items" />
      <NftConsentNote consent={consent} />
      <Panel>
        <ListFacts count={isWholeIndex(index) ? counts?.items : undefined} unit="item" {...originOf(index)}>
          <SortAgain isInOrder={isInOrder} onSort={sort}>
            Sort by id
          </SortAgain>
        </ListFacts>
        {shown === undefined && <SkeletonRows count={6} label="Loading the items" />}
        {isEmpty && (
          <NoRows
            index={index}
            what="items"
            title="No items found"
            off="A node cannot list the items of a collection: they are known once the chain is indexed here."
          >
            The indexed blocks have no transfers of its items.
          </NoRows>
        )}
        {shown !== undefined && !isEmpty && (
          <NftGrid label="Items">
            <Cards token={token} rows={shown} />
            {(page?.next !== undefined || (page?.rows.length ?? 0) > shown.length) && (
              <More key={shown.length} onMore={() => setParts((before) => before + 1)} />
            )}
          </NftGrid>
        )}
      </Panel>
    </>
  );
}

/** The first items of a collection: `count` of them, where there are so many. */
async function readItems(networkId: NetworkId, token: Address, count: number): Promise<ListPage<TokenItem>> {
  const rows: TokenItem[] = [];
  let next: string | undefined;
  do {
    const page = await readInventory(networkId, token, { cursor: next, limit: count - rows.length });
    rows.push(...page.rows);
    next = page.next;
  } while (next !== undefined && rows.length < count);
  return next === undefined ? { rows } : { rows, next };
}

function Cards({ token, rows }: { token: TokenSummary; rows: readonly TokenItem[] }) {
  const { network } = useNetwork();
  const names = useNames(
    network.id,
    rows.map(({ owner }) => owner),
  );
  return rows.map((row) => (
    <li key={String(row.tokenId)} className="contents">
      <NftCard
        item={{ network, token: token.address, standard: token.standard, tokenId: row.tokenId }}
        collection={token}
        amount={row.supply}
      >
        <Owner row={row} name={row.owner && names[row.owner]} />
      </NftCard>
    </li>
  ));
}

function Owner({ row: { owner, owners }, name }: { row: TokenItem; name: Name | undefined }) {
  if (owners !== 1 || owner === undefined) return <>{countOf(owners, 'owner')}</>;
  return <AddressView address={owner} name={name} form="name" />;
}

/** Asks for more when it comes into sight, or when it is pressed. */
function More({ onMore }: { onMore: () => void }) {
  const { seen, place } = useSeen();
  const latest = useLatest(onMore);
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
