/** The rules that an execution used, in sentences, where they are not wholly known. */
import type { FamilyName } from '../evm/families/family-names';
import { forkWord } from '../evm/rules/forks';
import type { UsedRules } from './proof-level';

/** Returns what is shown with balances where rules were tried: those of a family that the chain is of, else Ethereum's. */
export function triedBalances(family: FamilyName | undefined): string {
  return `The rules of this chain are not known here${forCertain(family)}. ${whose(family)} were tried, so balances of the sender and of those who take fees may differ.`;
}

/** Returns a sentence on how far the rules are known; undefined where they are known wholly. */
export function basisText({ fork, basis, family }: UsedRules): string | undefined {
  if (basis === 'tried')
    return `${unknownRules(family)} rules at ${forkWord(fork)} were tried.${family === 'frontier' ? MAY_BE_MORE : ''}`;
  return basis === 'receipt' ? RECEIPT : undefined;
}

/** Returns a sentence on rules that were tried, and whose they are. */
export function unknownRules(family: FamilyName | undefined): string {
  return `It is not known here${forCertain(family)} which rules this chain follows. ${whose(family)}`;
}

function forCertain(family: FamilyName | undefined): string {
  return family === undefined ? '' : ' for certain';
}

const OWNERS: Readonly<Partial<Record<FamilyName, string>>> = {
  avalanche: 'Avalanche',
  berachain: 'Berachain',
  frontier: 'Frontier',
};

/** Those of Avalanche since Helicon, of Berachain, Frontier and the OP Stack are tried. */
function whose(family: FamilyName | undefined): string {
  return `${family === undefined ? 'Ethereum' : (OWNERS[family] ?? 'The OP Stack')}’s`;
}

const MAY_BE_MORE = ' More gas than the execution used is the receipt’s.';
const RECEIPT =
  'The gas for bringing the transaction to another layer is taken from the receipt. The execution confirms it only where what is left of the gas comes out right.';
