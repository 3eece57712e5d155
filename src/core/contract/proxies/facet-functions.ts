/** The functions that a diamond (EIP-2535) has by its facets. */
import type { Selector } from '../../chain/primitives';
import { type CallableFunction, callableFunctions } from '../functions/callable-functions';
import type { ContractKnowledge, Facet } from '../knowledge';

/** A facet with what is known of the contract there. */
export type KnownFacet = Facet & {
  /** Selectors that no ABI of the facet describes: all of them where none is known. */
  undescribed: readonly Selector[];
  knowledge?: ContractKnowledge;
};

/** Returns the functions that the diamond sends to a facet whose ABI has them, by name, each with its facet. Linear in the entries of all ABIs. */
export function facetFunctions(facets: readonly KnownFacet[]): readonly CallableFunction[] {
  return facets
    .flatMap(({ address, selectors, knowledge }) => {
      const routed = new Set(selectors);
      const described = callableFunctions(knowledge?.abi ?? []).filter(({ selector }) => routed.has(selector));
      return described.map((listed) => ({ ...listed, facet: address }));
    })
    .sort((a, b) => a.signature.localeCompare(b.signature));
}
