import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/{-$network}/contract/$address/assets/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/{-$network}/contract/$address/assets/token', params, search: true, replace: true });
  },
});
