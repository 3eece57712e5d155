import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/{-$network}/wallet/$address/assets/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/{-$network}/wallet/$address/assets/token', params, search: true, replace: true });
  },
});
