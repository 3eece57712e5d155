/** Remembers that the reader opened the page of an address, for the suggestions of address fields. */
import { useEffect } from 'react';
import type { AccountSummary } from '../../../workers/contracts/contracts.api';
import { pageShown } from '../../page-stages';

/** Saves the visit; storage is loaded for it, after the page shows. */
export function useAddressVisit({ networkId, address, knowledge }: AccountSummary): void {
  const name = knowledge.name?.text ?? '';
  useEffect(() => {
    let current = true;
    const save = async () => {
      await pageShown();
      const { saveAddressVisit } = await import('../../../db/address-visits');
      if (current) await saveAddressVisit({ networkId, address, visitedAt: Date.now(), name });
    };
    save().catch(() => undefined); // a chunk that cannot be loaded offline costs the suggestions one entry
    return () => {
      current = false;
    };
  }, [networkId, address, name]);
}
