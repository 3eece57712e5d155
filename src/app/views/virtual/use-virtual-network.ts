import type { Failure } from '../../../core/values/failure';
import type { KeptVirtualNetwork } from '../../../db/rows/virtual-network-row';
import { useWiring } from '../../wiring';

/** What the page of a network hands to its parts. */
export type Steered = { kept: KeptVirtualNetwork; ask: Ask };

/** Asks the network for things one after another, until one fails. What they change is shown from what is kept. */
export type Ask = (
  ...calls: readonly (readonly [method: string, ...params: unknown[]])[]
) => Promise<Failure | undefined>;

export function useAsk({ networkId }: KeptVirtualNetwork): Ask {
  const { virtual } = useWiring().workers;
  return async (...calls) => {
    for (const [method, ...params] of calls) {
      const answer = await virtual.request(networkId, method, params);
      if (!answer.ok) return answer.error;
    }
    return undefined;
  };
}

/** Returns blocks that the network made itself. */
export function ownBlocks({ head, parent }: KeptVirtualNetwork): number {
  return head.number - (parent?.number ?? 0);
}
