/**
 * How far what is shown of a transaction is proven, in words: the one place
 * that says what a badge, the readme and the docs may promise.
 *
 *     executed   the execution came out as the endpoint's receipt says
 *     included   and the block's header commits to transaction and receipt
 *     proven     and its parent's state root to all that the execution read
 *
 * A level holds only with those before it. That the header is the chain's is
 * another question: each endpoint beside the one asked that has the same block
 * agrees with it.
 */

/** What was checked of a transaction that was executed again with the outcome of its receipt. */
export type Checked = {
  /** What could not be checked by hashes and the signature, and why, in sentences. */
  unchecked: readonly string[];
  /** Whether the header was found to commit to the transaction and to the receipt. */
  isIncluded: boolean;
  /** Why `isIncluded` is false, in a sentence, where the block was asked for. */
  notIncluded?: string;
  /** What the proofs of the state say; absent until they were asked for. */
  state?: StateProofs;
  /** Names of further endpoints that have the same block, and of those that have another one at its height. */
  agreeing?: readonly string[];
  disagreeing?: readonly string[];
  /** Blocks before and after it that were seen here and hang together with it by the hashes of their parents. */
  linked?: LinkedBlocks;
  /** What was found not to be so after the execution, in a sentence: the execution is not what happened. */
  contradiction?: string;
  /** Calls that these checks took beside those of the execution. */
  calls?: number;
};

/** Numbers of the first and the last block of an unbroken run. */
export type LinkedBlocks = { first: number; last: number };

/** Accounts and slots that were proven to be as they were read, or why they were not. */
export type StateProofs = { isProven: true; accounts: number; slots: number } | { isProven: false; reason: string };

/** The lowest first. */
export const PROOF_LEVELS = ['executed', 'included', 'proven'] as const;
export type ProofLevel = (typeof PROOF_LEVELS)[number];

/** The highest level that holds. */
export function proofLevel({ isIncluded, state, contradiction }: Checked): ProofLevel | 'contradicted' {
  if (contradiction !== undefined) return 'contradicted';
  if (!isIncluded) return 'executed';
  return state?.isProven === true ? 'proven' : 'included';
}

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
