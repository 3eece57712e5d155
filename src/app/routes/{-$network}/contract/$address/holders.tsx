/** Who holds a token. */
import { createFileRoute } from '@tanstack/react-router';
import { useAccount } from '../../../../account-context';
import { useNetwork } from '../../../../network-context';
import { listPlace, searchOf } from '../../../../search-parameters';
import { HolderList } from '../../../../views/lists/HolderList';
import { NotFoundPage } from '../../../../views/shell/NotFoundPage';

export const Route = createFileRoute('/{-$network}/contract/$address/holders')({
  validateSearch: searchOf(listPlace),
  component: HoldersRoute,
});

function HoldersRoute() {
  const { token } = useAccount();
  const { id } = useNetwork().network;
  return token === undefined ? <NotFoundPage /> : <HolderList key={`${id} ${token.address}`} token={token} />;
}
