import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { listPlace } from '../../../search-parameters';
import { AccountPage } from '../../../views/account/AccountPage';

export const Route = createFileRoute('/{-$network}/contract/$address')({
  validateSearch: v.object(listPlace),
  component: ContractRoute,
});

function ContractRoute() {
  return <AccountPage kind="contract" text={Route.useParams().address} />;
}
