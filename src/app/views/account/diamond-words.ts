/** Words for what a contract is and what of a diamond cannot be had. */
import type { ContractKnowledge } from '../../../core/contract/knowledge';

/** The kind of a contract by whose code it runs. */
export function contractKind({ diamond, proxy }: Pick<ContractKnowledge, 'diamond' | 'proxy'>): string {
  if (diamond !== undefined) return 'Diamond';
  return proxy === undefined ? 'Contract' : 'Proxy Contract';
}

/** Of a diamond that does not list its facets. */
export const NO_LOUPE =
  'This diamond answers none of the functions that list its facets (the loupe of EIP-2535). Which functions it has cannot be had from it; its events tell what was changed.';
