/**
 * A transaction and the tab of it that is open. The tab is a parameter of one
 * route and not a route each, so that the page around it stays while tabs
 * change: one open trace serves them all.
 */
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import type { Hash } from '../../../../../core/chain/primitives';
import { useNetwork } from '../../../../network-context';
import { toast } from '../../../../ui/toast';
import { NotFoundPage } from '../../../../views/shell/NotFoundPage';
import { InvalidHash } from '../../../../views/transaction/NoTransaction';
import { readSearch } from '../../../../views/transaction/search';
import { TransactionPage } from '../../../../views/transaction/TransactionPage';
import { tabAt } from '../../../../views/transaction/tabs';

/** Spec §8. */
const NO_ACTION = 'Invalid action parameters';
/** A selected row reaches the address so long after the selection rests (spec §4), ms. */
const ADDRESS_DEBOUNCE = 350;

export const Route = createFileRoute('/{-$network}/tx/$hash/{-$tab}')({
  validateSearch: readSearch,
  component: TransactionRoute,
});

function TransactionRoute() {
  const { hash, tab: path } = Route.useParams();
  const { trace } = Route.useSearch();
  const { network } = useNetwork();
  const onSelectRow = useRowInAddress();
  useAction();
  const tab = tabAt(path);
  if (!/^0x[0-9a-f]{64}$/i.test(hash)) return <InvalidHash />;
  if (!tab) return <NotFoundPage />;
  return (
    <TransactionPage
      network={network}
      hash={hash.toLowerCase() as Hash}
      tab={tab}
      row={trace}
      onSelectRow={onSelectRow}
    />
  );
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

/** Puts the selected row into the address, in place of the one before. */
function useRowInAddress(): (depthId: string) => void {
  const navigate = useNavigate({ from: Route.fullPath });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (depthId: string) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        void navigate({
          search: (before) => ({ ...before, trace: depthId }),
          replace: true,
          resetScroll: false,
        });
      }, ADDRESS_DEBOUNCE);
    },
    [navigate],
  );
}
