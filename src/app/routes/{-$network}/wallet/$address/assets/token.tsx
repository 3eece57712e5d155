import { createFileRoute } from '@tanstack/react-router';
import { assetsSearch } from '../../../../../search-parameters';
import { TokenAssets } from '../../../../../views/portfolio/TokenAssets';

export const Route = createFileRoute('/{-$network}/wallet/$address/assets/token')({
  validateSearch: assetsSearch,
  component: AssetsRoute,
});

function AssetsRoute() {
  return <TokenAssets page="wallet" />;
}
