/**
 * A family of chains: all that is to be known of them to execute their blocks
 * again and to check what their nodes say. One file in this folder has one
 * family, in its own words and with its sources; load-family.ts loads it.
 */
import type { Network } from '../../chain/network';
import type { Hash, Hex } from '../../chain/primitives';
import type { RlpItem } from '../../chain/rlp';
import type { Block, Receipt, Transaction } from '../../chain/transaction';
import type { Result } from '../../values/result';
import type { BlockEnvironment } from '../environment';
import type { BlobSchedule, Fork } from '../rules/forks';
import type { SystemCall } from '../transaction/system-calls';
import type { TransactionInput } from '../transaction/transaction-input';
import type { FamilyName } from './family-names';
import type { Protocol } from './protocol';

export type Family = {
  id: FamilyName;
  /** Name as the makers of the family write it. */
  name: string;
  /** Returns the rules of a block, or a sentence on why they are not known. */
  rulesAt: (network: Pick<Network, 'id' | 'name'>, block: RuledBlock) => Result<ChainRules, string>;
  /** Returns the rules that a development node calls so; undefined for a name that is not of this family. */
  rulesNamed?: (fork: string) => ChainRules | undefined;
  /** Rules that the header does not tell from `rules`; the receipts of a block tell. None where absent. */
  alsoPossible?: (network: Pick<Network, 'id' | 'name'>, block: RuledBlock, rules: ChainRules) => readonly ChainRules[];
  /** Fields of the block that code sees otherwise than on Ethereum. */
  environment?: (block: Block, rules: ChainRules) => Partial<BlockEnvironment>;
  /**
   * Fields of a transaction that enter execution otherwise than on Ethereum, or a sentence on why it cannot be executed.
   * Absent, or undefined for the transaction: types 0 to 4, as on Ethereum. `receipt` is there for a mined one where
   * `needsReceipt`.
   */
  input?: (
    transaction: Transaction,
    block: Block,
    receipt?: Receipt,
  ) => Result<Partial<TransactionInput>, string> | undefined;
  /** Executing needs numbers that only the receipt states: of every transaction, or of those that it answers true for. */
  needsReceipt?: true | ((transaction: Transaction, block: Block) => boolean);
  /** Calls of the system before the first transaction, in the place of Ethereum's. */
  systemCalls?: (block: Block, environment: BlockEnvironment, ethereum: readonly SystemCall[]) => readonly SystemCall[];
  encoding?: Encoding;
  /** Returns the base fee after a block, wei per gas; undefined where the block does not tell it. Absent: Ethereum's rule. */
  nextBaseFee?: (parent: HeaderBefore) => bigint | undefined;
  /** Returns fields of a block that is made up after `parent`: what rules go by is told on. */
  nextHeader?: (parent: Block, timestamp: number) => Partial<Block>;
};

/** Fields of a block from which the base fee of the next one follows. */
export type HeaderBefore = Pick<Block, 'baseFeePerGas' | 'gasUsed' | 'gasLimit' | 'blobGasUsed' | 'extraData'> &
  Partial<Pick<Block, 'timestamp'>>;

/** How the chain encodes what its headers commit to, where that differs from Ethereum. */
export type Encoding = {
  /** Returns the bytes that are hashed and stand in the trie of transactions; undefined for a type that is as on Ethereum or not known. */
  transaction?: (transaction: Transaction) => Hex | undefined;
  /** Returns whether a node lists the transaction with a block whose header does not commit to it. */
  isOutside?: (transaction: Transaction) => boolean;
  /** Types without a signature: the chain itself made them, so that there is nothing to recover. */
  unsigned?: readonly number[];
  /** Returns wei per unit of gas as a receipt states them; undefined where they follow from Ethereum's rule, 'unknown' where no block says them. */
  price?: (transaction: Transaction, block: Block, receipt: Pick<Receipt, 'rollup'>) => bigint | 'unknown' | undefined;
  /** Returns a sentence on why the header does not commit to the receipts of its own block; undefined where it does. */
  settlesLater?: (block: Block) => string | undefined;
  /** Returns the nonce of the sender where the receipt states it and not the transaction; undefined for all others. */
  nonce?: (transaction: Transaction, receipt: Pick<Receipt, 'rollup'>) => number | undefined;
  /** Returns the bytes in the trie of receipts; undefined for one that is encoded as on Ethereum, of `fields`. */
  receipt?: (receipt: Receipt, transaction: Transaction, fields: readonly RlpItem[]) => Uint8Array | undefined;
  /** Returns whether the receipt lacks what its bytes in the trie may have; asked where the root comes out otherwise. */
  leavesOut?: (receipt: Pick<Receipt, 'rollup'>, transaction: Pick<Transaction, 'type'>) => boolean;
  /** Returns a sentence on what a receipt states otherwise than the transactions of its block do; undefined where nothing is. */
  disagrees?: (receipt: Pick<Receipt, 'index' | 'rollup'>, block: readonly Transaction[]) => string | undefined;
  /** Whether headers end with the base fee, whatever fork of Ethereum the rules are of. */
  endsWithBaseFee?: true;
  /** Returns the hash of the header, undefined where fields are missing or its form is not known, 'ethereum' where it is Ethereum's. */
  header?: (block: Block) => Hash | 'ethereum' | undefined;
};

/** The rules of a block. */
export type ChainRules = {
  /** Fork of Ethereum that the rules of every chain are expressed by. */
  fork: Fork;
  blobs: BlobSchedule;
  /** Absent for chains of Ethereum's rules, and where those are tried. */
  family?: Family;
  /** What differs from Ethereum in this block. */
  protocol?: Protocol;
  /** Absent where they are wholly known. */
  basis?: RulesBasis;
};

/**
 * How far rules are known that are not wholly known.
 *
 * - receipt: but for numbers that only the receipt states.
 * - tried: not at all. Ethereum's were tried; what comes out may differ where neither status nor gas nor logs show it.
 */
export type RulesBasis = 'receipt' | 'tried';

/** Fields of a header that tell the rules; `number` is absent while the block is pending. */
export type RuledBlock = Pick<Block, 'timestamp'> &
  Partial<
    Pick<
      Block,
      | 'number'
      | 'difficulty'
      | 'baseFeePerGas'
      | 'withdrawals'
      | 'excessBlobGas'
      | 'parentBeaconBlockRoot'
      | 'requestsHash'
      | 'blockAccessListHash'
      | 'extraData'
      | 'mixHash'
      | 'miner'
      | 'rollup'
    >
  >;
