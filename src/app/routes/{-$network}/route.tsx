/**
 * Everything that belongs to one network. The segment decides which: the
 * workbench has one in every path but `/`, the explorer variant has none.
 */

import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { isAddressShaped } from '../../../core/chain/address-shape';
import { segmentOf } from '../../networks';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { NetworkLayout } from '../../views/network/NetworkLayout';
import { NetworkNotFoundPage } from '../../views/shell/NetworkNotFoundPage';

export const Route = createFileRoute('/{-$network}')({
  beforeLoad: async ({ context: { wiring }, params, location }) => {
    const alone = params.network;
    const isHash = alone !== undefined && /^0x[\da-f]{64}$/i.test(alone);
    if (alone !== undefined && (isHash || isAddressShaped(alone))) {
      // A link that names no network is one of that which the app begins with.
      const first = await wiring.network(undefined);
      const network = first && segmentOf(wiring.config, first);
      throw isHash
        ? redirect({ to: '/{-$network}/tx/$hash', params: { network, hash: alone }, replace: true })
        : redirect({ to: '/{-$network}/wallet/$address', params: { network, address: alone }, replace: true });
    }
    if (alone !== undefined && wiring.config.variant === 'explorer') throw notFound();
    const network = await wiring.network(params.network);
    if (!network) throw notFound({ data: { network: params.network } });
    const segment = segmentOf(wiring.config, network);
    const isHome = location.pathname === '/';
    if (segment !== params.network && !isHome) {
      throw redirect({ to: '.', params: { network: segment }, search: true, hash: true, replace: true });
    }
    return { network, segment };
  },
  component: NetworkLayout,
  notFoundComponent: NetworkNotFoundPage,
  pendingComponent: PageSkeleton,
  pendingMs: 0,
});
