import type { TokenStandard } from '../../../core/chain/token-standard';
import { ZERO_ADDRESS } from '../../../core/chain/zero-address';
import type { ItemFacts } from '../../../workers/tokens/tokens.api';

/** Returns the sentence on an item that nobody owns, as its contract answers; undefined where somebody owns it or may own it. */
export function noOwnerText({ owner, supply }: ItemFacts, standard: TokenStandard): string | undefined {
  const never = 'it was never minted, or it was burned.';
  if (standard === 'ERC-721')
    return owner === undefined || owner === ZERO_ADDRESS
      ? `The contract states no owner of this item: ${never}`
      : undefined;
  return supply === 0n ? `The contract counts none of this item: ${never}` : undefined;
}
