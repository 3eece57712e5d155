/** A contract: its account is asked for once, and stays while its tabs, the routes below, change. */
import { createFileRoute, Outlet, retainSearchParams } from '@tanstack/react-router';
import { KEPT_AND_ASKED_ON_ENTRY } from '../../../../route-question';
import { searchOf, text } from '../../../../search-parameters';
import { InSlices } from '../../../../ui/InSlices';
import { AccountPage } from '../../../../views/account/AccountPage';
import { LoadingContract } from '../../../../views/account/account-placeholders';
import { ContractTabs } from '../../../../views/account/ContractTabs';
import { EnsFields } from '../../../../views/names/EnsFields';
import { parseContractView } from '../../../../views/tokens/ContractViewSwitch';
import { TokenViewGate } from '../../../../views/tokens/TokenViewGate';

const parameters = searchOf({ view: text });

export const Route = createFileRoute('/{-$network}/contract/$address')({
  validateSearch: parameters,
  search: { middlewares: [retainSearchParams(['view'])] },
  loader: async ({ context, params, abortController }) =>
    (await import('../../../../views/account/load-account')).loadAccount(
      'contract',
      context,
      params.address,
      abortController.signal,
    ),
  ...KEPT_AND_ASKED_ON_ENTRY,
  pendingComponent: LoadingContract,
  component: ContractRoute,
});

function ContractRoute() {
  const view = parseContractView(Route.useSearch().view);
  return (
    <InSlices fallback={<LoadingContract />}>
      <AccountPage kind="contract" text={Route.useParams().address} answer={Route.useLoaderData()} view={view}>
        <TokenViewGate view={view}>
          <ContractTabs />
          <EnsFields>
            <Outlet />
          </EnsFields>
        </TokenViewGate>
      </AccountPage>
    </InSlices>
  );
}
