import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '../../../views/account/AccountPage';

export const Route = createFileRoute('/{-$network}/contract/$address')({ component: ContractRoute });

function ContractRoute() {
  return <AccountPage kind="contract" text={Route.useParams().address} />;
}
