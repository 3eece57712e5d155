import { useEffect, useState } from 'react';
import type { Name } from '../core/chain/name';
import type { Address, NetworkId } from '../core/chain/primitives';
import { nextPaint } from './event-loop';
import { useLoaded } from './use-loaded';
import { useWiring } from './wiring';

export type Names = Readonly<Record<Address, Name>>;
/** What `useNames` returns until it has an answer. */
export const NO_NAMES: Names = {};

/** Returns how often, while it is shown, a label was changed or more became known: what has names is asked for again then. */
export function useNameChanges(isHeard = true): number {
  const { workers } = useWiring();
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    if (!isHeard) return;
    return workers.subscribe(({ type }) => {
      if (type === 'names' || type === 'view') setChanges((before) => before + 1);
    });
  }, [workers, isHeard]);
  return changes;
}

/** Returns the best known names of `addresses`, asked again when labels change or more becomes known. Undefined ones are left out. */
export function useNames(networkId: NetworkId, addresses: readonly (Address | undefined)[]): Names {
  const { workers } = useWiring();
  const wanted = [...new Set(addresses)].filter((address) => address !== undefined);
  const key = wanted.join(' ');
  const changes = useNameChanges(key !== '');
  const load = async () => {
    // The worker loads code for it, which is to come after what is drawn now.
    await nextPaint();
    return workers.contracts.names(networkId, wanted);
  };
  // Names of a shorter list stay while those of the longer one are asked for.
  return (
    useLoaded(wanted.length === 0 ? undefined : `${networkId}`, load, { version: `${key} ${changes}` }) ?? NO_NAMES
  );
}
