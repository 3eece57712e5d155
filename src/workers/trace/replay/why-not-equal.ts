/** Why an execution under rules that were tried is not shown. Apart from the replay, because it is seldom said. */
import type { NetworkId } from '../../../core/chain/primitives';
import type { FamilyName } from '../../../core/evm/families/family-names';
import { knownDifference } from '../../../core/evm/families/known-differences';
import { unknownRules } from '../../../core/proof/rules-text';

/** Returns sentences on whose rules were tried, on the `difference` from the receipt, and on how the chain is known to differ. */
export function whyNotEqual(family: FamilyName | undefined, difference: string, id: NetworkId): string {
  const known = knownDifference(id);
  const why = `${unknownRules(family)} do not give what the receipt says, so the execution is not shown. ${difference}`;
  return known === undefined ? why : `${why} ${known}`;
}
