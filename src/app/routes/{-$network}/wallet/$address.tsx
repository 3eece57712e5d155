import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { listPlace } from '../../../search-parameters';
import { AccountPage } from '../../../views/account/AccountPage';

export const Route = createFileRoute('/{-$network}/wallet/$address')({
  validateSearch: v.object(listPlace),
  component: WalletRoute,
});

function WalletRoute() {
  return <AccountPage kind="wallet" text={Route.useParams().address} />;
}
