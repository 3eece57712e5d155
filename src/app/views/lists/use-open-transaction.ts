import { useNavigate } from '@tanstack/react-router';
import type { TransactionSummary } from '../../../core/chain/summaries';
import { useNetwork } from '../../network-context';

type Opened = Pick<TransactionSummary, 'hash'>;

/** How rows of transactions lead to their pages. */
export function useOpenTransaction() {
  const navigate = useNavigate();
  const { segment } = useNetwork();
  return {
    href: ({ hash }: Opened) => `${segment === undefined ? '' : `/${segment}`}/tx/${hash}`,
    onOpen: ({ hash }: Opened) =>
      void navigate({ to: '/{-$network}/tx/$hash/{-$tab}', params: { network: segment, hash, tab: undefined } }),
  };
}
