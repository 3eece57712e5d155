/**
 * A transaction and the tab of it that is open. The tab is a parameter of one
 * route and not a route each, so that the page around it stays while tabs
 * change: one open trace serves them all.
 */
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Hash } from '../../../../../core/chain/primitives';
import { useNetwork } from '../../../../network-context';
import { toast } from '../../../../ui/toast';
import { useUrlValue } from '../../../../use-url-value';
import { NotFoundPage } from '../../../../views/shell/NotFoundPage';
import { InvalidHash } from '../../../../views/transaction/NoTransaction';
import { transactionSearch } from '../../../../views/transaction/search';
import { TransactionPage, type TransactionPageProps } from '../../../../views/transaction/TransactionPage';
import { tabAt } from '../../../../views/transaction/tabs';

const NO_ACTION = 'Invalid action parameters';
/** A selected row reaches the address this long after the selection rests, ms: browsers refuse an address that changes at every press of a held key. */
const ADDRESS_DEBOUNCE = 350;

export const Route = createFileRoute('/{-$network}/tx/$hash/{-$tab}')({
  validateSearch: transactionSearch,
  component: TransactionRoute,
});

function TransactionRoute() {
  const { hash, tab: path } = Route.useParams();
  const { network } = useNetwork();
  useAction();
  const tab = tabAt(path);
  if (!/^0x[0-9a-f]{64}$/i.test(hash)) return <InvalidHash />;
  if (!tab) return <NotFoundPage />;
  const wanted = hash.toLowerCase() as Hash;
  return <OneTransaction key={`${network.id} ${wanted}`} network={network} hash={wanted} tab={tab} />;
}

/** The row that is selected belongs to one transaction, as does the page. */
function OneTransaction(props: Pick<TransactionPageProps, 'network' | 'hash' | 'tab'>) {
  const [row, onSelectRow] = useUrlValue<string | undefined>('trace', { debounce: ADDRESS_DEBOUNCE });
  return <TransactionPage {...props} row={row} onSelectRow={onSelectRow} />;
}

/** Does what `action` asks for, and takes it out of the address: `debugger` opens the debugger at the row of `trace`. */
function useAction(): void {
  const { action } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  useEffect(() => {
    if (action === undefined) return;
    const isKnown = action === 'debugger';
    if (!isKnown) toast({ text: NO_ACTION, tone: 'failure' });
    void navigate({
      ...(isKnown && { params: (params) => ({ ...params, tab: 'debugger' }) }),
      search: ({ action: _, ...rest }) => rest,
      replace: true,
    });
  }, [action, navigate]);
}
