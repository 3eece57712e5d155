import { createFileRoute, redirect } from '@tanstack/react-router';
import { listSearch, searchOf } from '../../../../../search-parameters';
import { AccountList } from '../../../../../views/lists/AccountList';
import { accountListKind } from '../../../../../views/lists/account-list-kinds';
import { NotFoundPage } from '../../../../../views/shell/NotFoundPage';

/** The transactions of a wallet; without a kind the address leads to the list of all of them. */
export const Route = createFileRoute('/{-$network}/wallet/$address/txs/{-$type}')({
  validateSearch: searchOf(listSearch),
  beforeLoad: ({ params }) => {
    if (params.type !== undefined) return;
    throw redirect({
      to: '/{-$network}/wallet/$address/txs/{-$type}',
      params: { ...params, type: 'all' },
      search: true,
      replace: true,
    });
  },
  component: ListRoute,
});

function ListRoute() {
  const kind = accountListKind(Route.useParams().type);
  return kind === undefined ? <NotFoundPage /> : <AccountList kind={kind} page="wallet" />;
}
