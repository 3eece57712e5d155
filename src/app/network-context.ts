import { useMatch, useRouteContext } from '@tanstack/react-router';
import { useEffect, useReducer } from 'react';
import type { Network } from '../core/chain/network';
import { segmentOf } from './networks';
import { useLoaded } from './use-loaded';
import { ofVisit } from './visit';
import { useWiring } from './wiring';

export type Here = { network: Network; segment: string | undefined };

/** Returns the network of the page, and the path segment its links need (`params: { network: segment }`). */
export function useNetwork(): Here {
  return useRouteContext({ from: '/{-$network}' });
}

/**
 * Returns the network of the page; undefined where there is none: in the header, and while the network is being found.
 */
function useMaybeNetwork(): Here | undefined {
  const context = useMatch({ from: '/{-$network}', shouldThrow: false })?.context;
  // Before beforeLoad has answered, the context is the parent's only.
  return context && 'network' in context && context.network
    ? { network: context.network, segment: context.segment }
    : undefined;
}

/** The network of the page before. */
const before = ofVisit<{ here?: Here | undefined }>(() => ({}));

/** Returns the network of the page, on pages of none the one of the page before, at first the default one. */
export function useNearestNetwork(): Here | undefined {
  const { config, network, onReconfigure } = useWiring();
  const here = useMaybeNetwork();
  const memory = before();
  const [, draw] = useReducer((times: number) => times + 1, 0);
  // The reader may have changed or removed it.
  useEffect(
    () =>
      onReconfigure(() => {
        const last = memory.here;
        if (last === undefined) return;
        const read = (found: Network | undefined) => {
          if (memory.here === last) memory.here = found && { network: found, segment: segmentOf(config, found) };
          draw();
        };
        network(last.segment).then(read, () => {}); // the worker does not run, which the page says elsewhere
      }),
    [config, network, onReconfigure, memory],
  );
  const found = useLoaded(here || memory.here ? undefined : 'default network', () => network(undefined));
  useEffect(() => {
    if (here) memory.here = here;
  }, [here, memory]);
  return here ?? memory.here ?? (found && { network: found, segment: segmentOf(config, found) });
}
