/**
 * The account URL `/{networkRoute}/{address}`: leads to the page of
 * what the address is. Not below the optional segment, where `/{networkRoute}`
 * alone would be taken for an address.
 */
import { createFileRoute, notFound, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/$network/$address')({
  beforeLoad: ({ params, context: { wiring } }) => {
    const isAddress = /^0x[0-9a-fA-F]{40}$/.test(params.address);
    if (!isAddress || wiring.config.variant === 'explorer') throw notFound();
    // The wallet page leads on when it finds code.
    throw redirect({ to: '/{-$network}/wallet/$address', params, replace: true });
  },
});
