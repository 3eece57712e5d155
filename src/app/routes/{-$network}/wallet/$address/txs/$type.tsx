import { createFileRoute } from '@tanstack/react-router';
import { listSearch, searchOf } from '../../../../../search-parameters';
import { AccountList } from '../../../../../views/lists/AccountList';
import { accountListKind } from '../../../../../views/lists/account-list-kinds';
import { NotFoundPage } from '../../../../../views/shell/NotFoundPage';

export const Route = createFileRoute('/{-$network}/wallet/$address/txs/$type')({
  validateSearch: searchOf(listSearch),
  component: ListRoute,
});

function ListRoute() {
  const kind = accountListKind(Route.useParams().type);
  return kind === undefined ? <NotFoundPage /> : <AccountList kind={kind} page="wallet" />;
}
