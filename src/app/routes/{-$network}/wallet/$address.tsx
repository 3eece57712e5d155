import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { ASKED_ON_ENTRY } from '../../../route-question';
import { listPlace } from '../../../search-parameters';
import { AccountPage } from '../../../views/account/AccountPage';
import { loadAccount } from '../../../views/account/load-account';
import { SeenTransactions } from '../../../views/account/SeenTransactions';

export const Route = createFileRoute('/{-$network}/wallet/$address')({
  validateSearch: v.object(listPlace),
  loader: ({ context, params, abortController }) =>
    loadAccount('wallet', context, params.address, abortController.signal),
  ...ASKED_ON_ENTRY,
  component: WalletRoute,
});

function WalletRoute() {
  return (
    <AccountPage kind="wallet" text={Route.useParams().address} answer={Route.useLoaderData()}>
      <SeenTransactions />
    </AccountPage>
  );
}
