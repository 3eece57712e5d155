import { useMatch, useRouteContext } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Network } from '../core/chain/network';
import { segmentOf } from './networks';
import { useWiring } from './wiring';

export type Here = { network: Network; segment: string | undefined };

/** The network of the page, and the path segment its links need (`params: { network: segment }`). */
export function useNetwork(): Here {
  return useRouteContext({ from: '/{-$network}' });
}

/** The same where there may be none: in the header, and while the network is being found. */
function useMaybeNetwork(): Here | undefined {
  const context = useMatch({ from: '/{-$network}', shouldThrow: false })?.context;
  // Before beforeLoad has answered, the context is the parent's only.
  return context && 'network' in context && context.network
    ? { network: context.network, segment: context.segment }
    : undefined;
}

let last: Here | undefined;

/** The network of the page, on pages of none the one of the page before, at first the default one. */
export function useNearestNetwork(): Here | undefined {
  const { config, network } = useWiring();
  const here = useMaybeNetwork();
  const [fallback, setFallback] = useState<Here>();
  const needed = !here && !last;
  useEffect(() => {
    if (here) last = here;
  }, [here]);
  useEffect(() => {
    if (!needed) return;
    network(undefined).then(
      (found) => found && setFallback({ network: found, segment: segmentOf(config, found) }),
      () => {}, // the worker stopped; the notice says so
    );
  }, [needed, network, config]);
  return here ?? last ?? fallback;
}
