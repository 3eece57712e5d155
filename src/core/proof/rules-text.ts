/** The rules that an execution used, in sentences, where they are not wholly known. */
import { forkWord } from '../evm/rules/forks';
import type { UsedRules } from './proof-level';

/** Shown with balances where rules were tried. */
export const TRIED_BALANCES =
  'The rules of this chain are not known here. Ethereum’s were tried, so balances of the sender and of those who take fees may differ.';

/** Returns a sentence on how far the rules are known; undefined where they are known wholly. */
export function basisText({ fork, basis }: UsedRules): string | undefined {
  if (basis === 'tried')
    return `It is not known here which rules this chain follows. Ethereum’s rules at ${forkWord(fork)} were tried.`;
  return basis === 'receipt' ? RECEIPT : undefined;
}

const RECEIPT =
  'The gas for bringing the transaction to another layer is taken from the receipt. The execution confirms it only where what is left of the gas comes out right.';
