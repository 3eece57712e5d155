import type { Address, NetworkId } from '../core/chain/primitives';
import { readAddressVisits } from '../db/reader/address-visits';
import { readLabels } from '../db/reader/labels';
import type { AddressSuggestion } from './ui/identity/AddressField';
import { useStored } from './use-stored';
import { useWiring } from './wiring';

/** Addresses without a label that are suggested because the reader opened their pages. */
const MAX_VISITED = 20;
/** Text beside the suggestion of an address that has no name. */
const VISITED = 'opened before';

/** Returns addresses of a network: those with the reader's labels, those that the deployment names, then those the reader opened last. */
export function useAddressSuggestions(networkId: NetworkId): readonly AddressSuggestion[] {
  const { config } = useWiring();
  const labels = useStored(() => readLabels(networkId), [networkId]) ?? [];
  const visits = useStored(() => readAddressVisits(networkId, MAX_VISITED), [networkId]) ?? [];
  const configured = config.labels.filter((label) => label.networkId === networkId);
  const suggested = new Map<Address, AddressSuggestion>();
  for (const { address, name } of [...labels, ...configured, ...visits])
    if (!suggested.has(address)) suggested.set(address, { address, name: name || VISITED });
  return [...suggested.values()];
}
