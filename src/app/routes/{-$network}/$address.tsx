/** The account URL `/{networkRoute}/{address}` (spec §2): leads to the page of what the address is. */
import { createFileRoute, notFound, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/{-$network}/$address')({
  beforeLoad: ({ params }) => {
    if (!/^0x[0-9a-fA-F]{40}$/.test(params.address)) throw notFound();
    // The wallet page redirects when it finds code.
    throw redirect({ to: '/{-$network}/wallet/$address', params, replace: true });
  },
});
