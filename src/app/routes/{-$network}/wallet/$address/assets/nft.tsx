import { createFileRoute } from '@tanstack/react-router';
import { nftAssetsSearch } from '../../../../../search-parameters';
import { NftAssets } from '../../../../../views/portfolio/NftAssets';

export const Route = createFileRoute('/{-$network}/wallet/$address/assets/nft')({
  validateSearch: nftAssetsSearch,
  component: AssetsRoute,
});

function AssetsRoute() {
  return <NftAssets page="wallet" />;
}
