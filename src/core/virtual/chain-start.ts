/** A virtual chain's beginning, and the options of a block of it. */
import type { Block } from '../chain/transaction';
import type { SealedTransaction } from './block-execution';
import type { ChainKeeper } from './chain-keeper';
import type { RuleSchedule } from './rule-schedule';
import type { SealedBlock } from './sealed-block';
import type { StateSource } from './state-source';

export type ChainStart = {
  chainId: number;
  rules: RuleSchedule;
  /**
   * The block everything begins at: of a new chain its genesis, whose roots are
   * worked out, of a fork the parent's, with where its state is read.
   */
  first:
    | { genesis: Omit<Block, 'networkId' | 'transactions'> }
    | { forkedAt: SealedBlock['block']; source: StateSource };
  /** Seconds since the epoch. */
  clock: () => number;
  /** Is told of all that changes, where the chain is kept. */
  keeper?: ChainKeeper | undefined;
};

export type SealOptions = {
  timestamp?: number;
  /** Transactions of the block, taken one after another: each may depend on the state after the one before it. */
  transactions?: Iterable<SealedTransaction> | AsyncIterable<SealedTransaction>;
  onRefusal?: (entry: SealedTransaction, reason: string) => void;
};
