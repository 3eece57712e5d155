import { createFileRoute, redirect } from '@tanstack/react-router';
import { assetsSearch } from '../../../../../search-parameters';
import { NftAssets } from '../../../../../views/portfolio/NftAssets';
import { TokenAssets } from '../../../../../views/portfolio/TokenAssets';
import { NotFoundPage } from '../../../../../views/shell/NotFoundPage';

/** What a wallet holds; without a kind the address leads to its tokens. */
export const Route = createFileRoute('/{-$network}/wallet/$address/assets/{-$kind}')({
  validateSearch: assetsSearch,
  beforeLoad: ({ params }) => {
    if (params.kind !== undefined) return;
    throw redirect({
      to: '/{-$network}/wallet/$address/assets/{-$kind}',
      params: { ...params, kind: 'token' },
      search: true,
      replace: true,
    });
  },
  component: AssetsRoute,
});

function AssetsRoute() {
  const { kind } = Route.useParams();
  if (kind === 'token') return <TokenAssets page="wallet" />;
  return kind === 'nft' ? <NftAssets page="wallet" /> : <NotFoundPage />;
}
