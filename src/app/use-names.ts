import { useEffect, useState } from 'react';
import type { Address, NetworkId } from '../core/chain/primitives';
import type { Name } from '../core/contract/knowledge';
import { nextPaint } from './next-task';
import { useWiring } from './wiring';

type Names = Readonly<Record<Address, Name>>;
/** What `useNames` returns until it has an answer. */
export const NO_NAMES: Names = {};

/** The best known names of `addresses`, asked again when labels change or more becomes known. Undefined ones are left out. */
export function useNames(networkId: NetworkId, addresses: readonly (Address | undefined)[]): Names {
  const { workers } = useWiring();
  const [names, setNames] = useState<{ networkId: NetworkId; names: Names }>({ networkId, names: NO_NAMES });
  const key = [...new Set(addresses)].filter((address) => address !== undefined).join(' ');
  useEffect(() => {
    if (key === '') return;
    let current = true;
    const ask = () => {
      workers.trace.names(networkId, key.split(' ') as Address[]).then(
        (answer) => current && setNames({ networkId, names: answer }),
        () => {}, // the worker stopped, which the notice says; addresses stay without names
      );
    };
    // The worker loads code for it, which is to come after what is drawn now.
    void nextPaint().then(() => current && ask());
    const stop = workers.subscribe(({ type }) => {
      if (type === 'names' || type === 'view') ask();
    });
    return () => {
      current = false;
      stop();
    };
  }, [workers, networkId, key]);
  return names.networkId === networkId ? names.names : NO_NAMES;
}
