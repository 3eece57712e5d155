import { useLiveQuery } from 'dexie-react-hooks';
import type { NetworkId } from '../core/chain/primitives';
import { readLabels } from '../db/labels';
import type { AddressSuggestion } from './ui/identity/AddressField';
import { useWiring } from './wiring';

/** The addresses of a network that have a name here: the reader's labels, then those that the deployment names. */
export function useAddressSuggestions(networkId: NetworkId): readonly AddressSuggestion[] {
  const { config } = useWiring();
  const labels = useLiveQuery(() => readLabels(networkId), [networkId]) ?? [];
  const labelled = new Set(labels.map(({ address }) => address));
  const named = config.labels.filter((label) => label.networkId === networkId && !labelled.has(label.address));
  return [...labels, ...named].map(({ address, name }) => ({ address, name }));
}
