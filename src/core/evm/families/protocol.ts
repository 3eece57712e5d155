/**
 * Where the protocol of a chain differs from Ethereum's while a block is
 * executed. The machine asks at the places named here and nowhere else; a
 * member that is absent is Ethereum's rule.
 */
import type { BlockFields } from '../block-fields';
import type { PrecompiledContract } from '../precompiles/table';
import type { Prices } from '../rules/gas';
import type { EntryGas, TransactionInput } from '../transaction/transaction-input';
import type { RunningState, StateView } from './state-view';

export type Protocol = {
  /** By address, what is there beside Ethereum's precompiles of the fork or in their place; undefined where nothing is. */
  precompiles?: ReadonlyMap<bigint, PrecompiledContract | undefined>;
  /** Prices and bounds that differ from those of the fork. */
  prices?: Partial<Prices>;
  /** The highest gas limit of a transaction, where the fork has another or none (EIP-7825). */
  maxGasLimit?: number;
  /** Instructions of the fork that this chain does not have: they halt as undefined bytes do. One array for each set of rules. */
  undefinedOpcodes?: readonly number[];
  /** Returns whether nothing is given back to the transaction for clearing state. */
  givesNoRefund?: (transaction: TransactionInput) => boolean;
  /** Calldata has no floor price (EIP-7623) although the fork has it. */
  hasNoDataFloor?: true;
  /** Returns a sentence on why a call cannot be executed here; undefined where it can. Asked of every call but those of precompiles. */
  refuses?: (callee: Callee) => string | undefined;
  /** A block states the base fee that the next one charges: no price is measured by it, and GASPRICE answers no tip. */
  statesLaterBaseFee?: true;
  /** Returns what BLOCKHASH answers for one of the last 256 numbers; undefined where a slot that it needs is to be fetched first. */
  blockHash?: (state: StateView, block: BlockFields, number: number) => Uint8Array | undefined;
  /** Requires all that the members below read or write of the state; false where something is missing. */
  require?: (state: StateView, transaction: TransactionInput, block: BlockFields) => boolean;
  /** Accounts (20 bytes each) that these rules read or write whatever the transaction does: a node's prestate may leave them out. */
  accounts?: readonly Uint8Array[];
  /**
   * Returns what the sender pays for `gas` units, blobs and data included, and who gets it. It is asked with the gas limit
   * before the execution and with the gas used after it; what is over goes back to the sender.
   */
  fees?: (payment: Payment) => readonly FeePart[];
  /**
   * Returns the transaction with the gas that it pays before the first instruction for bringing its data to another layer,
   * and the gas of its limit that it does not execute with and gets back. Asked of one that `require` was asked for;
   * `paid`: all that a transaction pays before the first instruction.
   */
  enter?: (
    payment: Omit<Payment, 'gas'>,
    paid: (transaction: TransactionInput) => number,
  ) => { transaction: TransactionInput; held: bigint };
  /** Returns how a contract takes the fees of the transaction and shares them out; undefined where they are paid as on Ethereum. */
  feeContract?: (transaction: TransactionInput, block: BlockFields) => FeeContract | undefined;
  /** Returns what receipts state beside Ethereum's, under the names of the chain's nodes; of a transaction that `require` was asked for. */
  receiptFields?: (stated: Omit<Payment, 'price' | 'gas'>) => Readonly<Record<string, string>>;
  /** Returns the gas before the first instruction, and the floor, in the place of Ethereum's. */
  entryGas?: EntryGas;
  /** Returns the gas that counts as used before anything is given back, by what the execution used: some of what is left may be charged all the same. */
  counted?: (transaction: TransactionInput, used: bigint) => bigint;
  /** Returns the gas that the receipt states, by what was used. */
  gasUsed?: (transaction: TransactionInput, used: bigint) => bigint;
  /** Called after a call, a creation or SELFDESTRUCT moved ether. */
  transferred?: (state: RunningState, moved: Transfer) => void;
  /** Called when the transaction has ended and its fees are paid. */
  ended?: (state: RunningState, ended: EndedTransaction) => void;
};

/** `address` has 20 bytes; `code` is what would run. */
export type Callee = { address: Uint8Array; code: Uint8Array; input: Uint8Array };

export type Payment = {
  state: StateView;
  transaction: TransactionInput;
  block: BlockFields;
  /** Wei per unit of gas. */
  price: bigint;
  gas: bigint;
};

/** A part of what a transaction costs its sender. `to` is absent for what is burnt; `inGas`: it is paid as gas, by its price. */
export type FeePart = { kind: FeeKind; wei: bigint; to?: Uint8Array; inGas?: true };

/** A contract that takes fees, in units of its own, by calls before and after the execution. */
export type FeeContract = {
  /** Calls that are made before everything else, on a state that is put back afterwards. */
  questions: readonly ContractCall[];
  /** Returns what the transaction pays by the answers, undefined for those that failed, or why it can be in no block. */
  terms: (answers: readonly (Uint8Array | undefined)[]) => FeeTerms | string;
};

export type FeeTerms = {
  /** Units of the contract per unit of gas: all of it, and the base fee in it. */
  price: bigint;
  baseFee: bigint;
  /** Gas that is paid before execution, beside the transaction's own intrinsic gas. */
  intrinsic: number;
  /** Called before the execution; the transaction is in no block where it fails. */
  take: ContractCall;
  /** Returns what is called after it, by the gas of the transaction and the gas that `take` used. */
  share: (gasUsed: bigint, taking: number) => ContractCall;
};

/** A call by the protocol, which pays for no gas. Addresses have 20 bytes; `gas` is what it may use. */
export type ContractCall = { from: Uint8Array; to: Uint8Array; input: Uint8Array; gas: number };

/** `data`: for bringing it to another layer; `operator`: what the operator of a rollup asks for beside (OP Stack, Isthmus). */
export type FeeKind = 'base' | 'priority' | 'blob' | 'data' | 'operator';

/** Addresses are 20 bytes. */
export type Transfer = { from: Uint8Array; to: Uint8Array; wei: bigint; bySelfdestruct: boolean };

/** `before` has the balances in wei before anything was taken. */
export type EndedTransaction = {
  transaction: TransactionInput;
  block: BlockFields;
  before: { sender: bigint; coinbase: bigint };
  fees: readonly FeePart[];
  success: boolean;
  gasUsed: bigint;
};
