/**
 * Everything that belongs to one network. The segment decides which: the
 * workbench has one in every path but `/`, the explorer variant has none.
 */

import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { segmentOf } from '../../networks';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { NetworkLayout } from '../../views/network/NetworkLayout';
import { NetworkNotFoundPage } from '../../views/shell/NetworkNotFoundPage';

export const Route = createFileRoute('/{-$network}')({
  beforeLoad: async ({ context: { wiring }, params, location }) => {
    if (params.network?.startsWith('0x'))
      await (await import('../../follow-lone-link')).followLoneLink(wiring, params.network);
    if (params.network !== undefined && wiring.config.variant === 'explorer') throw notFound();
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
