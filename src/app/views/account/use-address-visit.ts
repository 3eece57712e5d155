/** Remembers that the reader opened the page of an address, for the suggestions of address fields. */
import { useEffect } from 'react';
import type { AccountSummary } from '../../../workers/contracts/contracts.api';
import { pageShown } from '../../page-stages';

/** Saves the visit, also where the reader has left by then; storage is loaded for it, after the page shows. */
export function useAddressVisit({ networkId, address, knowledge }: AccountSummary): void {
  const name = knowledge.name?.text ?? '';
  useEffect(() => {
    const visitedAt = Date.now();
    const save = async () => {
      await pageShown();
      const { saveAddressVisit } = await import('../../../db/reader/address-visits');
      await saveAddressVisit({ networkId, address, visitedAt, name });
    };
    save().catch(() => undefined); // a chunk that cannot be loaded offline costs the suggestions one entry
  }, [networkId, address, name]);
}
