import { createFileRoute } from '@tanstack/react-router';
import { tokenAssetsSearch } from '../../../../../search-parameters';
import { TokenAssets } from '../../../../../views/portfolio/TokenAssets';

export const Route = createFileRoute('/{-$network}/contract/$address/assets/token')({
  validateSearch: tokenAssetsSearch,
  component: AssetsRoute,
});

function AssetsRoute() {
  return <TokenAssets page="contract" />;
}
