import { createFileRoute } from '@tanstack/react-router';
import { searchOf, transferSearch } from '../../search-parameters';
import { TransfersPage } from '../../views/lists/TransferList';

export const Route = createFileRoute('/{-$network}/nft-transfers')({
  validateSearch: searchOf(transferSearch),
  component: TransfersRoute,
});

function TransfersRoute() {
  return <TransfersPage kind="nft" />;
}
