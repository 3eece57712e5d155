/** A wallet: its account is asked for once, and stays while its lists, the routes below, change. */
import { createFileRoute, Outlet } from '@tanstack/react-router';
import { KEPT_AND_ASKED_ON_ENTRY } from '../../../../route-question';
import { InSlices } from '../../../../ui/InSlices';
import { AccountPage } from '../../../../views/account/AccountPage';
import { LoadingWallet } from '../../../../views/account/account-placeholders';
import { WalletTabs } from '../../../../views/account/WalletTabs';

export const Route = createFileRoute('/{-$network}/wallet/$address')({
  loader: async ({ context, params, abortController }) =>
    (await import('../../../../views/account/load-account')).loadAccount(
      'wallet',
      context,
      params.address,
      abortController.signal,
    ),
  ...KEPT_AND_ASKED_ON_ENTRY,
  pendingComponent: LoadingWallet,
  component: WalletRoute,
});

function WalletRoute() {
  return (
    <InSlices fallback={<LoadingWallet />}>
      <AccountPage kind="wallet" text={Route.useParams().address} answer={Route.useLoaderData()}>
        <WalletTabs />
        <Outlet />
      </AccountPage>
    </InSlices>
  );
}
