/** What the page's transaction paid, where its chain has rules of its own for that. */
import type { PaidFees } from '../../../core/replay/paid-fees';
import { useLoaded } from '../../use-loaded';
import { useTraceApi } from '../../wiring';
import { useMaybeOpenTrace } from './open-trace-context';

/**
 * Returns what was paid and to whom; undefined until it is known, where the transaction was not executed here, and on
 * chains of Ethereum's rules, whose receipts say it all.
 */
export function usePaidFees(): PaidFees | undefined {
  const api = useTraceApi();
  const open = useMaybeOpenTrace();
  const { source, verification, isProvisional } = open?.summary ?? {};
  // No receipt is compared with a simulation.
  const isAsked = verification ? verification.checked?.rules?.family : source === 'replay' && !isProvisional;
  const key = open && isAsked ? `${open.handle} fees` : undefined;
  return useLoaded(
    key,
    async () => {
      const answer = open && (await api.paidFees(open.handle));
      return answer?.ok ? answer.value : undefined;
    },
    open && { onLost: open.lost },
  );
}
