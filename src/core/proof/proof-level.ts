/**
 * How far what is shown of a transaction is proven. proof-level-text.ts says
 * what a page, the readme and the docs may promise of each level.
 *
 *     compared   an execution under rules that were tried came out as the endpoint's receipt says
 *     executed   so it did under the rules of the chain
 *     included   and the block's header commits to transaction and receipt
 *     proven     and its parent's state root to all that the execution read
 *
 * A level holds only with those before it, so that a chain whose rules are not
 * known never reaches the second. That the header is the chain's is
 * another question: each endpoint beside the one asked that has the same block
 * agrees with it.
 */

import type { Address, Hash } from '../chain/primitives';
import type { RulesBasis } from '../evm/families/family';
import type { FamilyName } from '../evm/families/family-names';
import type { Fork } from '../evm/rules/forks';

/** What was checked of a transaction that was executed again with the outcome of its receipt. */
export type Checked = {
  /** Checks by hashes and the signature that were not made, and why, in sentences. */
  unchecked: readonly string[];
  /** Whether the header was found to commit to the transaction and to the receipt. */
  isIncluded: boolean;
  /** Why `isIncluded` is false, in a sentence, where the block was asked for. */
  notIncluded?: string;
  /** The rules that it was executed under, where they are not Ethereum's own. */
  rules?: UsedRules;
  /** What the proofs of the state say; absent until they were asked for. */
  state?: StateProofs;
  /** Names of further endpoints that have the same block, and of those that have another one at its height. */
  agreeing?: readonly string[];
  disagreeing?: readonly string[];
  /** Blocks before and after it that were seen here and hang together with it by the hashes of their parents. */
  linked?: LinkedBlocks;
  /** A statement that turned out false after the execution, in a sentence: the execution is not what happened. */
  contradiction?: string;
  /** All values of the state that proofs found to be others than the endpoint said; the contradiction names the first. */
  otherState?: readonly StatePart[];
  /** Calls that these checks took beside those of the execution. */
  calls?: number;
};

/**
 * `fork` is Ethereum's, under which the rules of the chain are; `basis` is absent where they are wholly known. `hardfork`:
 * a development node made the block, whatever its chain's schedule says, and calls its rules so.
 */
export type UsedRules = { fork: Fork; family?: FamilyName; basis?: RulesBasis; hardfork?: string };

/** Numbers of the first and the last block of an unbroken run. */
export type LinkedBlocks = { first: number; last: number };

/** Accounts and slots that were proven to be as they were read, or why they were not. */
export type StateProofs = { isProven: true; accounts: number; slots: number } | { isProven: false; reason: string };

/** A value of the state of an account. */
export type StatePart = { address: Address } & ({ part: 'balance' | 'nonce' | 'code' } | { part: 'slot'; key: Hash });

/** The lowest first. */
export const PROOF_LEVELS = ['compared', 'executed', 'included', 'proven'] as const;
export type ProofLevel = (typeof PROOF_LEVELS)[number];

/** Returns the levels that there are for a transaction, the lowest first: where rules are known, the comparison is the execution itself. */
export function levelsOf({ rules }: Pick<Checked, 'rules'>): readonly ProofLevel[] {
  return PROOF_LEVELS.filter((each) => each !== 'compared' || rules?.basis === 'tried');
}

/** Returns the highest level that holds. */
export function proofLevel({ isIncluded, state, contradiction, rules }: Checked): ProofLevel | 'contradicted' {
  if (contradiction !== undefined) return 'contradicted';
  if (rules?.basis === 'tried') return 'compared';
  if (!isIncluded) return 'executed';
  return state?.isProven === true ? 'proven' : 'included';
}
