/** What of a node can change beside its blocks and its state, in one text. */
import type { VirtualNode } from './virtual-node';

/** Returns a text that differs after every change of settings, pool, snapshots or senders. */
export function nodeStamp({ chain, isAutomatic, interval, autoImpersonate, impersonated }: VirtualNode): string {
  const { course, pool, snapshots, lastSnapshot } = chain.standing;
  return JSON.stringify(
    [
      course,
      pool.map(({ transaction }) => transaction.hash),
      snapshots.map(([id]) => id),
      lastSnapshot,
      isAutomatic,
      interval,
      autoImpersonate,
      [...impersonated],
    ],
    (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  );
}
