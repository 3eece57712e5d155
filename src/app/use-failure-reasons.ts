import type { Hash, NetworkId } from '../core/chain/primitives';
import type { TransactionSummary } from '../core/chain/summaries';
import { nextPaint } from './event-loop';
import { useLoaded } from './use-loaded';
import { useWiring } from './wiring';

export type FailureReasons = Readonly<Record<Hash, string>>;
const NO_REASONS: FailureReasons = {};

/** Returns why transactions of the list failed, as far as a call on the state before their block tells. */
export function useFailureReasons(networkId: NetworkId, summaries: readonly TransactionSummary[]): FailureReasons {
  const { workers } = useWiring();
  const failed = summaries.filter(({ status }) => status === 'failed');
  const load = async () => {
    // The worker loads code for it, which is to come after what is drawn now.
    await nextPaint();
    return workers.contracts.failureReasons(networkId, failed);
  };
  const reasons = useLoaded(failed.length === 0 ? undefined : `failures ${networkId}`, load, {
    version: failed.map(({ hash }) => hash).join(','),
  });
  return reasons ?? NO_REASONS;
}
