import { createFileRoute } from '@tanstack/react-router';
import { listSearch, searchOf } from '../../../../../search-parameters';
import { AccountList } from '../../../../../views/lists/AccountList';
import { accountListKind } from '../../../../../views/lists/account-list-kinds';
import { NotFoundPage } from '../../../../../views/shell/NotFoundPage';
import { ContractEntry } from '../../../../../views/tokens/ContractEntry';

/** The transactions of a contract; without a kind the address leads to the list that is of most use. */
export const Route = createFileRoute('/{-$network}/contract/$address/txs/{-$type}')({
  validateSearch: searchOf(listSearch),
  component: ListRoute,
});

function ListRoute() {
  const { type } = Route.useParams();
  if (type === undefined) return <ContractEntry />;
  const kind = accountListKind(type);
  return kind === undefined ? <NotFoundPage /> : <AccountList kind={kind} page="contract" />;
}
