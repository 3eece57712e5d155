/** A contract: its account is asked for once, and stays while its tabs, the routes below, change. */
import { createFileRoute, Outlet } from '@tanstack/react-router';
import { ASKED_ON_ENTRY } from '../../../../route-question';
import { AccountPage } from '../../../../views/account/AccountPage';
import { ContractTabs } from '../../../../views/account/ContractTabs';
import { loadAccount } from '../../../../views/account/load-account';

export const Route = createFileRoute('/{-$network}/contract/$address')({
  loader: ({ context, params, abortController }) =>
    loadAccount('contract', context, params.address, abortController.signal),
  ...ASKED_ON_ENTRY,
  component: ContractRoute,
});

function ContractRoute() {
  return (
    <AccountPage kind="contract" text={Route.useParams().address} answer={Route.useLoaderData()}>
      <ContractTabs />
      <Outlet />
    </AccountPage>
  );
}
