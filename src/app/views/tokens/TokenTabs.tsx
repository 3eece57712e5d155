/** The tabs that only tokens have, for the account of the page. */

import { useAccount } from '../../account-context';
import { useNetwork } from '../../network-context';
import { NotFoundPage } from '../shell/NotFoundPage';
import { HolderList } from './HolderList';
import { Inventory } from './Inventory';

export function HoldersTab() {
  const { token } = useAccount();
  const { id } = useNetwork().network;
  return token === undefined ? <NotFoundPage /> : <HolderList key={`${id} ${token.address}`} token={token} />;
}

export function InventoryTab() {
  const { token } = useAccount();
  const { id } = useNetwork().network;
  if (token === undefined || token.standard === 'ERC-20') return <NotFoundPage />;
  return <Inventory key={`${id} ${token.address}`} token={token} />;
}
