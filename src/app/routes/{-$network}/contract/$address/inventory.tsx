/** The items of a collection. */
import { createFileRoute } from '@tanstack/react-router';
import { useAccount } from '../../../../account-context';
import { useNetwork } from '../../../../network-context';
import { Inventory } from '../../../../views/nft/Inventory';
import { NotFoundPage } from '../../../../views/shell/NotFoundPage';

export const Route = createFileRoute('/{-$network}/contract/$address/inventory')({
  component: InventoryRoute,
});

function InventoryRoute() {
  const { token } = useAccount();
  const { id } = useNetwork().network;
  if (token === undefined || token.standard === 'ERC-20') return <NotFoundPage />;
  return <Inventory key={`${id} ${token.address}`} token={token} />;
}
