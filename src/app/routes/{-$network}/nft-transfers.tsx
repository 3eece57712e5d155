import { createFileRoute } from '@tanstack/react-router';
import { listPlace, searchOf } from '../../search-parameters';
import { TransfersPage } from '../../views/lists/TransferList';

export const Route = createFileRoute('/{-$network}/nft-transfers')({
  validateSearch: searchOf(listPlace),
  component: TransfersRoute,
});

function TransfersRoute() {
  return <TransfersPage kind="nft" />;
}
