/**
 * A transaction. Its tabs are the route below: the page around them stays while
 * they change, and one open trace serves them all.
 */
import { createFileRoute, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { parseHash } from '../../../../../core/chain/parse';
import { isUnminedHash } from '../../../../../core/simulation/simulation-hash';
import { useNetwork } from '../../../../network-context';
import { expectContent, isContentShown } from '../../../../page-stages';
import { ASKED_ON_ENTRY, beginOpening } from '../../../../route-question';
import { lazyPart } from '../../../../ui/lazy-part';
import { toast } from '../../../../ui/toast';
import { NotFoundPage } from '../../../../views/shell/NotFoundPage';
import { TransactionPage } from '../../../../views/transaction/TransactionPage';
import { tabAt } from '../../../../views/transaction/tabs';
import { transactionParameters } from '../../../../views/transaction/transaction-parameters';

const InvalidHash = lazyPart(async () => (await import('../../../../views/transaction/NoTransaction')).InvalidHash);
const NO_ACTION = 'Invalid action parameters';

export const Route = createFileRoute('/{-$network}/tx/$hash')({
  validateSearch: transactionParameters,
  // The pointer or the focus is on a link to it.
  beforeLoad({ context: { wiring, network }, params, preload }) {
    const hash = preload ? parseHash(params.hash) : undefined;
    if (hash !== undefined) beginOpening(wiring.workers, { networkId: network.id, hash }, true);
  },
  // The opening reports its parts as updates, so the loader waits for the first at most, and on the first page for none.
  loader: async ({ context: { wiring, network }, params, abortController }) => {
    const hash = parseHash(params.hash);
    if (hash === undefined) return undefined;
    expectContent('transaction');
    const key = { networkId: network.id, hash };
    beginOpening(wiring.workers, key);
    if (!isContentShown() || isUnminedHash(hash)) return undefined;
    const code = await import('../../../../transaction-at-hand').catch(() => undefined); // offline before it was cached
    return code?.transactionAtHand(wiring.workers, key, abortController.signal);
  },
  ...ASKED_ON_ENTRY,
  component: TransactionRoute,
});

function TransactionRoute() {
  const { network } = useNetwork();
  const hash = parseHash(Route.useParams().hash);
  const atHand = Route.useLoaderData();
  const tab = tabAt(useParams({ strict: false }).tab);
  useAction();
  if (hash === undefined) return <InvalidHash />;
  return tab === undefined ? (
    <NotFoundPage />
  ) : (
    <TransactionPage network={network} hash={hash} tab={tab} atHand={atHand} />
  );
}

/** Does what `action` asks for, and takes it out of the address: `debugger` opens the debugger at the row of `trace`. */
function useAction(): void {
  const { action } = Route.useSearch();
  const navigate = useNavigate({ from: '/{-$network}/tx/$hash/{-$tab}' });
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
