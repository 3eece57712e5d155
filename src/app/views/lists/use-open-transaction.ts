import { useNavigate } from '@tanstack/react-router';
import type { TransactionSummary } from '../../../core/chain/summaries';
import { useNetwork } from '../../network-context';

type Opened = Pick<TransactionSummary, 'hash'>;

/** Returns how rows of transactions open their pages. */
export function useOpenTransaction() {
  return useOpenTransactionOn(useNetwork().segment);
}

/** Does as `useOpenTransaction` on pages of no network, for the one of this path segment. */
export function useOpenTransactionOn(segment: string | undefined) {
  const navigate = useNavigate();
  return {
    href: ({ hash }: Opened) => `${segment === undefined ? '' : `/${segment}`}/tx/${hash}`,
    onOpen: ({ hash }: Opened) =>
      void navigate({ to: '/{-$network}/tx/$hash/{-$tab}', params: { network: segment, hash, tab: undefined } }),
  };
}
