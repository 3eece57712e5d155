import { createFileRoute } from '@tanstack/react-router';
import { searchOf, transferSearch } from '../../search-parameters';
import { TransfersPage } from '../../views/lists/TransferList';

export const Route = createFileRoute('/{-$network}/token-transfers')({
  validateSearch: searchOf(transferSearch),
  component: TransfersRoute,
});

function TransfersRoute() {
  return <TransfersPage kind="erc20" />;
}
