/** The levels of proof-level.ts in words: the one place that says what they promise. */
import { countOf } from '../format/plural';
import { type Checked, PROOF_LEVELS, type ProofLevel, proofLevel } from './proof-level';
import { basisText } from './rules-text';

/** What no level says anything of, in a sentence: it is shown beside what is proven, and is not part of it. */
export const NEVER_PROVEN =
  'No check covers names that contracts, files and providers state. Symbols and decimals of tokens are compared with what their code answers where the state is proven.';

/** What a level says, and what it leaves open. */
export const PROOF_LEVEL_TEXT: Readonly<Record<ProofLevel, { name: string; holds: string; open: string }>> = {
  compared: {
    name: 'Compared',
    holds: 'The execution here, under rules that were tried, gives the receipt: status, gas used and every log.',
    open: 'The comparison covers no balances of those who pay and take fees. Numbers, times and randomness of blocks, and precompiles of the chain, may differ too where neither status nor gas nor logs show it. Only the endpoint vouches for the receipt and for the state.',
  },
  executed: {
    name: 'Executed',
    holds: 'The execution here gives the receipt: status, gas used and every log.',
    open: 'Only the endpoint vouches for the receipt and for the state it was executed on.',
  },
  included: {
    name: 'Included',
    holds: 'The header of its block commits to the transaction and to the receipt.',
    open: 'Only the endpoint vouches for the state it was executed on, and that the block is of this chain.',
  },
  proven: {
    name: 'Proven',
    holds: 'The state root of the block before commits to every account and slot that the execution read.',
    open: 'Only the endpoint, and those that agree with it, vouch that the block is of this chain.',
  },
};

/**
 * Returns what a level says of a transaction where it holds, after its name, else why it does not. For transactions
 * that are not contradicted.
 */
export function levelText(level: ProofLevel, checked: Checked): string {
  const reached = proofLevel(checked);
  const holds = reached !== 'contradicted' && PROOF_LEVELS.indexOf(level) <= PROOF_LEVELS.indexOf(reached);
  if (!holds) return reasonAgainst(level, checked);
  return `${PROOF_LEVEL_TEXT[level].holds}${level === 'proven' ? amountProven(checked) : ''}`;
}

function reasonAgainst(level: ProofLevel, { isIncluded, notIncluded, state, rules }: Checked): string {
  if (rules?.basis === 'tried') {
    if (level === 'executed') return `does not hold: ${basisText(rules)}`;
    const holds = level === 'included' ? isIncluded : state?.isProven;
    if (holds) return `does not hold without it, though: ${PROOF_LEVEL_TEXT[level].holds}`;
  }
  if (level === 'included') return `does not hold: ${notIncluded ?? 'the whole block was not asked for.'}`;
  if (state?.isProven === false) return `does not hold: ${state.reason}`;
  if (state === undefined) return 'is not known: the state was not asked to be proven.';
  return isIncluded ? '' : 'does not hold: the state is proven, but not that the block includes the receipt.';
}

function amountProven({ state }: Checked): string {
  if (state?.isProven !== true) return '';
  const { accounts, slots } = state;
  return ` ${countOf(accounts, 'account')}, ${countOf(slots, 'slot')}.`;
}
