/** Values that the bundled forms of ERC-20 call a value or an amount, where the contract has items: ERC-721 calls them ids. */
import { hasItems } from '../../../core/chain/token-standard';
import type { TokenFacts } from '../../../core/contract/knowledge';
import type { Places } from './amount-places';
import type { RowWords } from './plain-words';

/** Functions of ERC-721 and its burnable extension; what others take may be how many. */
const OF_ITEMS: ReadonlySet<string> = new Set(['transferFrom', 'approve', 'burn']);

/**
 * Returns inputs with the names of ERC-721: in calls of a contract that is one, and in a Transfer or Approval that indexes
 * nothing of a contract that has items.
 */
export function withItemIds(
  inputs: RowWords['inputs'],
  called: { name: string | undefined; places: Places | undefined; isEvent: boolean; isUnindexed: boolean },
  token: TokenFacts | undefined,
): RowWords['inputs'] {
  const { name = '', places, isEvent, isUnindexed } = called;
  const isItem = isEvent
    ? isUnindexed && inputs?.[2]?.name === 'value' && hasItems(token)
    : token?.standard === 'ERC-721' && places?.orItem === true && OF_ITEMS.has(name);
  if (!isItem) return inputs;
  return inputs?.map((input) =>
    input.name === 'value' || input.name === 'amount'
      ? { ...input, name: 'tokenId' }
      : input.name === 'spender'
        ? { ...input, name: 'approved' }
        : input,
  );
}
