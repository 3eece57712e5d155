/** An address as everybody types it: leads to the page of what it is. */
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/{-$network}/address/$address')({
  beforeLoad: ({ params }) => {
    // The wallet page leads on when it finds code.
    throw redirect({ to: '/{-$network}/wallet/$address', params, replace: true });
  },
});
