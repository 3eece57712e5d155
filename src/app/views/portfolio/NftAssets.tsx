/** The items of collections that an address has, on the networks that are known. */
import { useAccount } from '../../account-context';
import { EmptyState } from '../../ui/EmptyState';
import { Panel } from '../../ui/Panel';
import { SearchField } from '../../ui/SearchField';
import { SkeletonRows } from '../../ui/Skeleton';
import { SortAgain } from '../../ui/SortAgain';
import { useGrowingRows } from '../../use-growing-rows';
import { useUrlValue } from '../../use-url-value';
import { NftCard, NftGrid } from '../nft/NftCard';
import { NftConsentNote } from '../nft/NftConsentNote';
import { type NftConsent, useNftConsent } from '../nft/use-nft';
import { type AccountPageKind, AssetsBar, BackfillNote, PageControls, usePages } from './AssetsFrame';
import { type NftPortfolio, type PortfolioNetwork, useNftPortfolio, usePortfolioNetworks } from './use-portfolio';

/** Typing changes the address this much later, milliseconds: the spec's debounce of searches. */
const DEBOUNCE = 350;

export function NftAssets({ page }: { page: AccountPageKind }) {
  const networks = usePortfolioNetworks();
  const consent = useNftConsent();
  if (networks === undefined || consent.isAllowed === undefined)
    return <SkeletonRows count={10} label="Loading the NFTs" />;
  return <Items page={page} networks={networks} consent={consent} />;
}

type Props = { page: AccountPageKind; networks: readonly PortfolioNetwork[]; consent: NftConsent };

function Items({ page, networks, consent }: Props) {
  const { address } = useAccount();
  const [search, setSearch] = useUrlValue<string | undefined>('search', { debounce: DEBOUNCE });
  const portfolio = useNftPortfolio(address, networks);
  const chosen = portfolio && chooseItems(portfolio.items, search ?? '');
  const { shown: found = [], isInOrder, sort } = useGrowingRows(chosen, { list: search ?? '', keyOf: keyOfItem });
  const pages = usePages(found.length);
  const shown = found.slice(pages.first, pages.first + pages.perPage);
  return (
    <>
      <BackfillNote networks={networks} />
      <NftConsentNote consent={consent} />
      <Panel>
        <AssetsBar page={page} networks={networks} count={portfolio && found.length} unit="NFT">
          <SearchField
            label="Collection name, ID or address"
            value={search ?? ''}
            maxLength={100}
            className="w-[280px]"
            onChange={(text) => {
              pages.onPage(1);
              setSearch(text === '' ? undefined : text);
            }}
          />
          <SortAgain isInOrder={isInOrder} onSort={sort}>
            Sort by collection
          </SortAgain>
          {portfolio?.isCut && <span className="text-muted">The first 1,000 of each network are shown.</span>}
        </AssetsBar>
        {portfolio === undefined && <SkeletonRows count={6} label="Loading the NFTs" />}
        {portfolio !== undefined && found.length === 0 && (
          <EmptyState title="No items found">
            {portfolio.items.length > 0
              ? 'No NFT matches the search.'
              : 'The indexed blocks have no NFT transfers to this address.'}
          </EmptyState>
        )}
        {shown.length > 0 && (
          <NftGrid label="NFTs">
            {shown.map((item) => {
              const { network, token, tokenId, amount, summary } = item;
              return (
                <li key={keyOfItem(item)} className="contents">
                  <NftCard
                    item={{ network, token, tokenId, standard: summary?.standard ?? 'ERC-721' }}
                    collection={summary}
                    networkName={network.name}
                    amount={amount}
                  />
                </li>
              );
            })}
          </NftGrid>
        )}
        {found.length > 0 && <PageControls {...pages} />}
      </Panel>
    </>
  );
}

function keyOfItem({ network, token, tokenId }: NftPortfolio['items'][number]): string {
  return `${network.id} ${token} ${tokenId}`;
}

/** Returns the items that a search names by the collection's name, symbol or address, or by their id. */
function chooseItems(items: NftPortfolio['items'], search: string): NftPortfolio['items'] {
  const wanted = search.trim().toLowerCase().replace(/^#/, '');
  if (wanted === '') return items;
  return items.filter(
    ({ summary, token, tokenId }) =>
      tokenId.toString() === wanted ||
      [summary?.name, summary?.symbol, token].some((text) => text?.toLowerCase().includes(wanted)),
  );
}
