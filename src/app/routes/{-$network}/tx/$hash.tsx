import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/{-$network}/tx/$hash')({ component: TransactionRoute });

function TransactionRoute() {
  const { hash, network } = Route.useParams();
  return <h1>{`${network ?? ''} ${hash}`}</h1>;
}
