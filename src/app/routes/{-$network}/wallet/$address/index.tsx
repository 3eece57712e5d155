import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/{-$network}/wallet/$address/')({
  beforeLoad: ({ params }) => {
    throw redirect({
      to: '/{-$network}/wallet/$address/txs/{-$type}',
      params: { ...params, type: 'all' },
      search: true,
      replace: true,
    });
  },
});
