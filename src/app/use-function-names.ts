import type { Name } from '../core/chain/name';
import type { NetworkId } from '../core/chain/primitives';
import type { TransactionSummary } from '../core/chain/summaries';
import { nextPaint } from './event-loop';
import { useLoaded } from './use-loaded';
import { useWiring } from './wiring';

type Called = Pick<TransactionSummary, 'to' | 'selector'>;
export type FunctionNames = (called: Called) => Name | undefined;

/** Returns the best known name of the function that each transaction calls. */
export function useFunctionNames(networkId: NetworkId, summaries: readonly Called[]): FunctionNames {
  const { workers } = useWiring();
  const calls = new Map(
    summaries.flatMap(({ to, selector }) =>
      to === undefined || selector === undefined ? [] : [[`${to} ${selector}`, { to, selector }] as const],
    ),
  );
  const load = async () => {
    // The worker loads code for it, which is to come after what is drawn now.
    await nextPaint();
    return workers.contracts.learnFunctionNames(networkId, [...calls.values()]);
  };
  const names = useLoaded(calls.size === 0 ? undefined : `functions ${networkId}`, load, {
    version: [...calls.keys()].join(','),
  });
  return ({ to, selector }) => (to === undefined || selector === undefined ? undefined : names?.[`${to} ${selector}`]);
}
