/** How far transactions of a chain are executed here, in the words of docs/chains.md. */

import type { Network } from '../../chain/network';
import { isZkNetwork } from '../../chain/special-networks';
import { hasKnownRules } from '../rules/known-chains';
import type { FamilyName } from './family-names';
import { familyOf } from './find-family';

/** Exact: rules that are known. Receipt: but for numbers of the receipt. Tried: Ethereum's, compared. None: no EVM. */
export type HowFar = 'exact' | 'receipt' | 'tried' | 'none';

const NEED_RECEIPT: readonly FamilyName[] = ['arbitrum', 'scroll'];
/** Known but for what their blocks do not say (Avalanche since Helicon, Frontier), or for when they take Ethereum's forks. */
const TRIED: readonly FamilyName[] = ['avalanche', 'berachain', 'frontier'];

/** Returns how far transactions of the chain are executed, by its id alone: blocks of a rollup may tell more. */
export function howFar(network: Pick<Network, 'id' | 'name'>): HowFar {
  if (isZkNetwork(network.id)) return 'none';
  if (hasKnownRules(network.id)) return 'exact';
  const family = familyOf(network, { timestamp: 0 });
  if (family === undefined || TRIED.includes(family)) return 'tried';
  return NEED_RECEIPT.includes(family) ? 'receipt' : 'exact';
}

/** Sentences on what that means for the reader. */
export const HOW_FAR_TEXT: Readonly<Record<HowFar, string>> = {
  exact: 'Executed under its own rules.',
  receipt: 'Executed under its own rules, with what layer 1 costs as the receipt states it.',
  tried:
    'Its rules are not known here. Ethereum’s are tried, those that the newest block shows first; what a receipt says is compared. Fees and precompiles of its own are left out.',
  none: 'Not executed: it has a machine of its own, which is no EVM.',
};

/** What of a simulation or a virtual network of such a chain the reader has to know; absent where there is nothing. */
export const SIMULATED_TEXT: Readonly<Partial<Record<HowFar, string>>> = {
  receipt: 'What its transactions cost for layer 1 is estimated: it depends on how far each is compressed.',
  tried: HOW_FAR_TEXT.tried,
  none: HOW_FAR_TEXT.none,
};
