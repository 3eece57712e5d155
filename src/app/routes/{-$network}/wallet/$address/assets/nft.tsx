import { createFileRoute } from '@tanstack/react-router';
import { assetsSearch } from '../../../../../search-parameters';
import { NftAssets } from '../../../../../views/portfolio/NftAssets';

export const Route = createFileRoute('/{-$network}/wallet/$address/assets/nft')({
  validateSearch: assetsSearch,
  component: AssetsRoute,
});

function AssetsRoute() {
  return <NftAssets page="wallet" />;
}
