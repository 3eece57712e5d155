import { useMatch, useRouteContext } from '@tanstack/react-router';
import type { Network } from '../core/chain/network';

/** The network of the page, and the path segment its links need (`params: { network: segment }`). */
export function useNetwork(): { network: Network; segment: string | undefined } {
  return useRouteContext({ from: '/{-$network}' });
}

/** The same where there may be none: in the header, and while the network is being found. */
export function useMaybeNetwork(): { network: Network; segment: string | undefined } | undefined {
  const context = useMatch({ from: '/{-$network}', shouldThrow: false })?.context;
  // Before beforeLoad has answered, the context is the parent's only.
  return context && 'network' in context && context.network
    ? { network: context.network, segment: context.segment }
    : undefined;
}
