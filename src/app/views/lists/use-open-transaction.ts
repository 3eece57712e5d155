import { useNavigate } from '@tanstack/react-router';
import type { TransactionSummary } from '../../../core/chain/summaries';
import { useNetwork } from '../../network-context';

/** How rows of transactions lead to their pages. */
export function useOpenTransaction() {
  const navigate = useNavigate();
  const { segment } = useNetwork();
  return {
    href: ({ hash }: TransactionSummary) => `${segment === undefined ? '' : `/${segment}`}/tx/${hash}`,
    onOpen: ({ hash }: TransactionSummary) =>
      void navigate({ to: '/{-$network}/tx/$hash/{-$tab}', params: { network: segment, hash, tab: undefined } }),
  };
}
