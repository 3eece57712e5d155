/**
 * The account URL `/{networkRoute}/{address}`, which leads to the page of what the address is. This route is not below
 * `{-$network}`, because there `/{networkRoute}` alone would be taken for an address.
 */

import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { isAddressShaped } from '../../core/chain/address-shape';

export const Route = createFileRoute('/$network/$address')({
  beforeLoad: ({ params, context: { wiring } }) => {
    const isAddress = isAddressShaped(params.address);
    if (!isAddress || wiring.config.variant === 'explorer') throw notFound();
    // The wallet page redirects to the contract page when it finds code.
    throw redirect({ to: '/{-$network}/wallet/$address', params, replace: true });
  },
});
