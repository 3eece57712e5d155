import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import type { Hash } from '../../../../core/chain/primitives';
import { useNetwork } from '../../../network-context';
import { InvalidHash } from '../../../views/transaction/NoTransaction';
import { readSearch } from '../../../views/transaction/search';
import { TransactionPage } from '../../../views/transaction/TransactionPage';

/** A selected row reaches the address so long after the selection rests (spec §4), ms. */
const ADDRESS_DEBOUNCE = 350;

export const Route = createFileRoute('/{-$network}/tx/$hash')({
  validateSearch: readSearch,
  component: TransactionRoute,
});

function TransactionRoute() {
  const { hash } = Route.useParams();
  const { trace } = Route.useSearch();
  const { network } = useNetwork();
  const onSelectRow = useRowInAddress();
  if (!/^0x[0-9a-f]{64}$/i.test(hash)) return <InvalidHash />;
  return <TransactionPage network={network} hash={hash.toLowerCase() as Hash} row={trace} onSelectRow={onSelectRow} />;
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
