/** The levels of proof-level.ts in words: the one place that says what they promise. */
import type { ProofLevel } from './proof-level';

/** What no level says anything of, in a sentence: it is shown beside what is proven, and is not part of it. */
export const NEVER_PROVEN =
  'Names, and the symbols and decimals of tokens, are what contracts, files and providers say. No check covers them.';

/** What a level says, and what it leaves open. */
export const PROOF_LEVEL_WORDS: Readonly<Record<ProofLevel, { name: string; holds: string; open: string }>> = {
  executed: {
    name: 'Executed',
    holds: 'Executed again here, it came out as the receipt says: status, gas used and every log.',
    open: 'The receipt, and the state it was executed on, are the word of the endpoint.',
  },
  included: {
    name: 'Included',
    holds: 'The header of its block commits to the transaction and to the receipt.',
    open: 'The state it was executed on is the word of the endpoint, and so is that the block is of this chain.',
  },
  proven: {
    name: 'Proven',
    holds: 'The state root of the block before commits to every account and slot that the execution read.',
    open: 'That the block is of this chain is the word of the endpoint, and of those that agree with it.',
  },
};
