import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '../../../views/account/AccountPage';

export const Route = createFileRoute('/{-$network}/wallet/$address')({ component: WalletRoute });

function WalletRoute() {
  return <AccountPage kind="wallet" text={Route.useParams().address} />;
}
